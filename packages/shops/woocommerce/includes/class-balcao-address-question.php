<?php
/**
 * Asks the owner about a new address.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * The notice «moved or copied?», its two buttons, and the same for WP-CLI.
 */
class Balcao_Address_Question {

	/**
	 * Adds the hooks. The actions of `admin-post.php` are for people who are signed in.
	 */
	public static function add_hooks() {
		add_action( 'admin_notices', array( __CLASS__, 'show' ) );
		add_action( 'admin_post_balcao_moved', array( __CLASS__, 'take_moved' ) );
		add_action( 'admin_post_balcao_copied', array( __CLASS__, 'take_copied' ) );
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			WP_CLI::add_command( 'balcao moved', array( __CLASS__, 'command_moved' ) );
			WP_CLI::add_command( 'balcao copied', array( __CLASS__, 'command_copied' ) );
		}
	}

	/**
	 * Shows the question while the shop is at another address than the one that was kept.
	 */
	public static function show() {
		if ( '' === Balcao_Shop::id() || ! Balcao_Shop::is_elsewhere() || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		/* translators: 1: address before, 2: address now */
		$text = sprintf( __( 'Balcão: this shop was at %1$s and is now at %2$s. Was it moved, or is it a copy? Until you answer, no Pix is offered, sent back or refunded here, and no code is canceled.', 'balcao' ), Balcao_Shop::kept_address(), Balcao_Shop::address() );
		echo '<div class="notice notice-error"><p>' . esc_html( $text ) . '</p><p>';
		self::show_button( 'balcao_moved', __( 'Moved: this is the same shop', 'balcao' ) );
		self::show_button( 'balcao_copied', __( 'Copied: the other shop goes on', 'balcao' ) );
		echo '</p></div>';
	}

	/**
	 * One button.
	 *
	 * @param string $action Its action, which is its nonce's, too.
	 * @param string $label  What stands on it.
	 */
	private static function show_button( $action, $label ) {
		printf(
			'<form method="post" action="%s" style="display:inline-block;margin-right:8px"><input type="hidden" name="action" value="%s">',
			esc_url( admin_url( 'admin-post.php' ) ),
			esc_attr( $action )
		);
		wp_nonce_field( $action );
		echo '<button type="submit" class="button">' . esc_html( $label ) . '</button></form>';
	}

	/**
	 * The button «moved».
	 */
	public static function take_moved() {
		self::check( 'balcao_moved' );
		Balcao_Shop::has_moved();
		self::go_back();
	}

	/**
	 * The button «copied».
	 */
	public static function take_copied() {
		self::check( 'balcao_copied' );
		Balcao_Shop::was_copied();
		self::go_back();
	}

	/**
	 * Ends the request of anyone who may not answer.
	 *
	 * @param string $action The action.
	 */
	private static function check( $action ) {
		check_admin_referer( $action );
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_die( esc_html__( 'You may not answer this for the shop.', 'balcao' ), '', array( 'response' => 403 ) );
		}
	}

	/**
	 * Leads to the page that the notice stood on.
	 */
	private static function go_back() {
		$page = wp_get_referer();
		wp_safe_redirect( $page ? $page : Balcao_Plugin::settings_url() );
		exit;
	}

	/**
	 * Says that the shop was moved to its present address.
	 */
	public static function command_moved() {
		self::report( Balcao_Shop::has_moved() );
	}

	/**
	 * Says that this shop is a copy of the one at the former address.
	 */
	public static function command_copied() {
		self::report( Balcao_Shop::was_copied() );
	}

	/**
	 * Prints the outcome of a command.
	 *
	 * @param bool $has_changed Whether there was a question to answer.
	 */
	private static function report( $has_changed ) {
		if ( $has_changed ) {
			WP_CLI::success( 'Balcão: ' . Balcao_Shop::id() . ' ' . Balcao_Shop::address() );
		} else {
			WP_CLI::error( __( 'The address of the shop has not changed.', 'balcao' ) );
		}
	}
}
