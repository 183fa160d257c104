<?php
/**
 * Settings of the merchant, and options that the plugin keeps for itself.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Options of the plugin. All names stand here, so that uninstalling forgets none.
 */
class Balcao_Settings {

	/** WooCommerce's own name for the settings of the gateway `balcao`. */
	const GATEWAY = 'woocommerce_balcao_settings';

	/** The webhook endpoint: `id`, `secret`, `url`, and the credentials that made it. */
	const ENDPOINT = 'balcao_endpoint';

	/** How far the events have been read: `until` and the ids of the last minute. */
	const CURSOR = 'balcao_cursor';

	/** The installation: its `id`, and the `address` under which that was made. */
	const SHOP = 'balcao_shop';

	/** The problem that the owner has to solve: `address`, `away`, `credentials`, `scope` or `endpoint`. */
	const PROBLEM = 'balcao_problem';

	/** The access token, with the credentials that it was issued to. */
	const TOKEN = 'balcao_token';

	/**
	 * One setting of the gateway.
	 *
	 * @param string $name `base_url`, `client_id`, `client_secret`, `display`, `enabled`.
	 * @return string
	 */
	public static function get( $name ) {
		$settings = get_option( self::GATEWAY, array() );
		$value    = is_array( $settings ) && isset( $settings[ $name ] ) ? trim( (string) $settings[ $name ] ) : '';
		if ( 'base_url' === $name ) {
			return untrailingslashit( $value );
		}
		if ( 'display' === $name ) {
			return 'redirect' === $value ? 'redirect' : 'code';
		}
		return $value;
	}

	/**
	 * True when the service can be called at all.
	 *
	 * @return bool
	 */
	public static function are_complete() {
		return '' !== self::get( 'base_url' ) && '' !== self::get( 'client_id' ) && '' !== self::get( 'client_secret' );
	}

	/**
	 * Says what the merchant has to see to, until it is over.
	 *
	 * @param string $problem Name of the problem.
	 */
	public static function report( $problem ) {
		if ( get_option( self::PROBLEM ) !== $problem ) {
			update_option( self::PROBLEM, $problem, true );
		}
	}

	/**
	 * Takes a problem back.
	 *
	 * @param string $problem Name of the problem.
	 */
	public static function resolve( $problem ) {
		if ( get_option( self::PROBLEM ) === $problem ) {
			delete_option( self::PROBLEM );
		}
	}

	/**
	 * Forgets everything but the orders' own data. Called when the plugin is uninstalled.
	 */
	public static function forget() {
		global $wpdb;
		foreach ( array( self::GATEWAY, self::ENDPOINT, self::CURSOR, self::SHOP, self::PROBLEM ) as $name ) {
			delete_option( $name );
		}
		delete_transient( self::TOKEN );
		// Codes are kept by the id of their session, and only the database knows which there are.
		foreach ( array( '_transient_balcao_', '_transient_timeout_balcao_' ) as $prefix ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching
			$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
		}
	}
}
