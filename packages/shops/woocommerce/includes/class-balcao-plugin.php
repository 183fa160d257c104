<?php
/**
 * Ties the plugin to WordPress and WooCommerce.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * All hooks stand here.
 */
class Balcao_Plugin {

	/**
	 * Declares the features of WooCommerce that the plugin supports: order tables, and the block checkout.
	 */
	public static function declare_compatibility() {
		$features = '\Automattic\WooCommerce\Utilities\FeaturesUtil';
		if ( class_exists( $features ) ) {
			$features::declare_compatibility( 'custom_order_tables', BALCAO_FILE, true );
			$features::declare_compatibility( 'cart_checkout_blocks', BALCAO_FILE, true );
		}
	}

	/**
	 * Adds the hooks, when WooCommerce is there.
	 */
	public static function start() {
		add_action( 'init', array( __CLASS__, 'load_translations' ) );
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/class-balcao-gateway.php';
		add_action( 'init', array( 'Balcao_Shop', 'prepare' ), 5 );
		Balcao_Address_Question::add_hooks();
		self::add_money_hooks();
		self::add_page_hooks();
		add_filter( 'woocommerce_payment_gateways', array( __CLASS__, 'add_gateway' ) );
		add_action( 'woocommerce_blocks_payment_method_type_registration', array( __CLASS__, 'add_blocks' ) );
		// After the texts are loaded, of which one is the field's name.
		add_action( 'init', array( 'Balcao_Tax_Id', 'register_block_field' ), 11 );
		add_action( 'admin_init', array( 'Balcao_Reconciler', 'schedule' ) );
		Balcao_Setup::add_hooks();
		Balcao_Privacy::add_hooks();
		add_filter( 'plugin_action_links_' . plugin_basename( BALCAO_FILE ), array( __CLASS__, 'add_link' ) );
	}

	/**
	 * Events, orders and refunds.
	 */
	private static function add_money_hooks() {
		add_action( 'rest_api_init', array( 'Balcao_Webhook', 'register_route' ) );
		add_action( Balcao_Reconciler::HOOK, array( 'Balcao_Reconciler', 'run' ) );
		add_action( Balcao_Reconciler::WATCH_HOOK, array( 'Balcao_Reconciler', 'run_and_watch' ) );
		add_action( Balcao_Later::HOOK, array( 'Balcao_Later', 'run' ), 10, 3 );
		add_action( 'woocommerce_order_status_changed', array( 'Balcao_Sessions', 'on_status' ), 10, 4 );
		add_action( 'woocommerce_update_order', array( 'Balcao_Sessions', 'on_update' ), 10, 2 );
		add_action( 'woocommerce_trash_order', array( 'Balcao_Sessions', 'on_removal' ) );
		// Without order tables of their own, orders are posts, which WordPress throws away by itself.
		add_action( 'wp_trash_post', array( 'Balcao_Sessions', 'on_removal' ) );
		add_action( 'woocommerce_before_delete_order', array( 'Balcao_Sessions', 'on_removal' ) );
		add_action( 'shutdown', array( 'Balcao_Sessions', 'refresh_changed' ), 5 );
		add_action( 'woocommerce_create_refund', array( 'Balcao_Refunds', 'on_create' ) );
	}

	/**
	 * Hooks of the pages that buyers see.
	 */
	private static function add_page_hooks() {
		add_action( 'rest_api_init', array( 'Balcao_Pages', 'register_routes' ) );
		add_action( 'wp_enqueue_scripts', array( 'Balcao_Pages', 'register_assets' ) );
		add_action( 'woocommerce_before_thankyou', array( 'Balcao_Pages', 'show_first' ) );
		add_filter( 'render_block_' . Balcao_Pages::HEADLINE, array( 'Balcao_Pages', 'add_below_headline' ) );
		add_action( 'woocommerce_thankyou_balcao', array( 'Balcao_Pages', 'show_once' ) );
		add_action( 'woocommerce_view_order', array( 'Balcao_Pages', 'show' ), 5 );
		add_action( 'woocommerce_admin_order_data_after_billing_address', array( 'Balcao_Pages', 'show_tax_id' ) );
		add_action( 'phpmailer_init', array( 'Balcao_Mails', 'restore_plain_part' ), 20 );
		add_filter( 'woocommerce_mail_content', array( 'Balcao_Mails', 'restore_spaces' ) );
		add_action( 'woocommerce_email_before_order_table', array( 'Balcao_Mails', 'show' ), 10, 3 );
	}

	/**
	 * Loads the translations that come with the plugin.
	 */
	public static function load_translations() {
		load_plugin_textdomain( 'balcao', false, dirname( plugin_basename( BALCAO_FILE ) ) . '/languages' );
	}

	/**
	 * Adds the gateway.
	 *
	 * @param array $gateways WooCommerce's list.
	 * @return array
	 */
	public static function add_gateway( $gateways ) {
		$gateways[] = 'Balcao_Gateway';
		return $gateways;
	}

	/**
	 * Adds the gateway to the block checkout.
	 *
	 * @param \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry $registry Of the block checkout.
	 */
	public static function add_blocks( $registry ) {
		require_once __DIR__ . '/class-balcao-blocks.php';
		$registry->register( new Balcao_Blocks() );
	}

	/**
	 * Adds a link to the settings to the list of plugins.
	 *
	 * @param array $links The plugin's links.
	 * @return array
	 */
	public static function add_link( $links ) {
		array_unshift( $links, '<a href="' . esc_url( self::settings_url() ) . '">' . esc_html__( 'Settings', 'balcao' ) . '</a>' );
		return $links;
	}

	/**
	 * Where the settings are.
	 *
	 * @return string
	 */
	public static function settings_url() {
		return admin_url( 'admin.php?page=wc-settings&tab=checkout&section=balcao' );
	}

	/**
	 * The plugin is activated.
	 */
	public static function activate() {
		Balcao_Shop::prepare();
		Balcao_Reconciler::schedule();
	}

	/**
	 * The plugin is deactivated: nothing of it runs any more.
	 */
	public static function deactivate() {
		if ( function_exists( 'as_unschedule_all_actions' ) ) {
			as_unschedule_all_actions( Balcao_Reconciler::HOOK );
			as_unschedule_all_actions( Balcao_Reconciler::WATCH_HOOK );
			as_unschedule_all_actions( Balcao_Later::HOOK );
		}
	}
}
