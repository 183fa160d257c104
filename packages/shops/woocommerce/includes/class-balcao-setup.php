<?php
/**
 * The owner's settings.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Tries the settings when they are saved, and says what the owner has to see to.
 */
class Balcao_Setup {

	/**
	 * True once they were tried in this request.
	 *
	 * @var bool
	 */
	private static $is_verified = false;

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks() {
		add_action( 'admin_notices', array( __CLASS__, 'show_problem' ) );
		add_action( 'add_option_' . Balcao_Settings::GATEWAY, array( __CLASS__, 'on_first_settings' ), 10, 2 );
		add_action( 'update_option_' . Balcao_Settings::GATEWAY, array( __CLASS__, 'on_settings' ), 10, 2 );
	}

	/**
	 * The settings, saved for the first time.
	 *
	 * @param string $name  Name of the option.
	 * @param mixed  $value The settings.
	 */
	public static function on_first_settings( $name, $value ) {
		self::on_settings( array(), $value );
	}

	/**
	 * The settings were changed, by whatever screen or program: other credentials end what was made
	 * with those before.
	 *
	 * @param mixed $before The settings before.
	 * @param mixed $after  The settings now.
	 */
	public static function on_settings( $before, $after ) {
		$before  = is_array( $before ) ? $before : array();
		$after   = is_array( $after ) ? $after : array();
		$changed = false;
		foreach ( array( 'base_url', 'client_id', 'client_secret' ) as $name ) {
			$old     = isset( $before[ $name ] ) ? (string) $before[ $name ] : '';
			$changed = $changed || ( isset( $after[ $name ] ) ? (string) $after[ $name ] : '' ) !== $old;
		}
		if ( $changed ) {
			Balcao_Api::forget_token();
			delete_option( Balcao_Settings::PROBLEM );
			self::leave( $before, $after );
		}
		self::$is_verified = false;
		self::verify_once();
	}

	/**
	 * Tries address and credentials, and has the endpoint made. Once a request is enough.
	 */
	public static function verify_once() {
		if ( self::$is_verified || ! Balcao_Settings::are_complete() ) {
			return;
		}
		self::$is_verified = true;
		delete_transient( 'balcao_endpoint_pause' );
		$problem = Balcao_Api::from_settings()->problem();
		if ( '' === $problem ) {
			delete_option( Balcao_Settings::PROBLEM );
			Balcao_Webhook::ensure();
		} else {
			Balcao_Settings::report( $problem );
		}
		Balcao_Reconciler::schedule();
	}

	/**
	 * Takes the endpoint away from a service or client that is not used any more.
	 *
	 * @param array $before The settings before.
	 * @param array $after  The settings now.
	 */
	private static function leave( array $before, array $after ) {
		foreach ( array( 'base_url', 'client_id' ) as $name ) {
			if ( ! empty( $before[ $name ] ) && ( ! isset( $after[ $name ] ) || $after[ $name ] !== $before[ $name ] ) ) {
				$secret = isset( $before['client_secret'] ) ? (string) $before['client_secret'] : '';
				$client = isset( $before['client_id'] ) ? (string) $before['client_id'] : '';
				$url    = isset( $before['base_url'] ) ? (string) $before['base_url'] : '';
				Balcao_Webhook::remove( new Balcao_Api( $url, $client, $secret ) );
				Balcao_Api::forget_token();
				return;
			}
		}
	}

	/**
	 * Tells the merchant what they have to see to.
	 */
	public static function show_problem() {
		$problem = get_option( Balcao_Settings::PROBLEM );
		if ( ! $problem || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		$texts = array(
			'credentials' => __( 'Balcão refuses the client’s id or secret (Client ID, Client Secret): no Pix can be paid until they are set anew. Was the secret rotated?', 'balcao' ),
			'scope'       => __( 'The API client of this shop lacks a scope in Balcão. It needs checkouts:read, checkouts:write, customers:write, refunds:write, account:read and account:write. Then save the settings once more.', 'balcao' ),
			/* translators: %s: address */
			'address'     => sprintf( __( 'At %s there is no Balcão. Is the address the BASE_URL of the service, with https:// where it has that?', 'balcao' ), Balcao_Settings::get( 'base_url' ) ),
			/* translators: %s: address */
			'away'        => sprintf( __( 'Balcão at %s did not answer. Orders cannot be paid until it does. Save the settings once more to try again.', 'balcao' ), Balcao_Settings::get( 'base_url' ) ),
			'endpoint'    => __( 'Balcão could not be given the address for its events. Orders are still paid, within a minute or two.', 'balcao' ),
		);
		if ( isset( $texts[ $problem ] ) ) {
			printf(
				'<div class="notice notice-error"><p>%s <a href="%s">%s</a></p></div>',
				esc_html( $texts[ $problem ] ),
				esc_url( Balcao_Plugin::settings_url() ),
				esc_html__( 'Settings', 'balcao' )
			);
		}
	}

	/**
	 * True when what is sent to an address goes over a network without TLS.
	 *
	 * @param string $url Address of the service.
	 * @return bool
	 */
	public static function is_readable_by_others( $url ) {
		$host = trim( strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ), '[]' );
		return 0 === stripos( $url, 'http://' ) && 'localhost' !== $host && '::1' !== $host && 0 !== strpos( $host, '127.' );
	}
}
