<?php
/**
 * Events that the service sends.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Has an endpoint at the service, and takes what is sent to it.
 */
class Balcao_Webhook {

	/** As in the libraries of Standard Webhooks. */
	const TOLERANCE_SECONDS = 300;

	/** An event carries one checkout of at most a hundred lines. */
	const MAX_BODY_BYTES = 1048576;

	/** How long to wait after the service has refused the endpoint. */
	const PAUSE_SECONDS = 600;

	/** The types of events that say something of an order, and the object that each carries. */
	const OBJECTS = array(
		'payment.succeeded' => 'checkout',
		'payment.reversed'  => 'checkout',
		'checkout.canceled' => 'checkout',
		'checkout.expired'  => 'checkout',
		'refund.succeeded'  => 'refund',
		'refund.failed'     => 'refund',
	);

	/** Under the ten seconds for which the service waits for an answer. */
	const ANSWER_SECONDS = 8;

	/**
	 * Adds the route to WordPress' REST API.
	 */
	public static function register_route() {
		register_rest_route(
			'balcao/v1',
			'/events',
			array(
				'methods'             => 'POST',
				'callback'            => array( __CLASS__, 'take' ),
				// The signature over the body is the permission; it is checked first.
				'permission_callback' => '__return_true',
			)
		);
	}

	/**
	 * Takes one event. What it says is a hint: the order is brought up to date from the service.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function take( $request ) {
		$body = (string) $request->get_body();
		if ( strlen( $body ) > self::MAX_BODY_BYTES || ! self::is_signed( $request, $body ) ) {
			return new WP_REST_Response( array( 'code' => 'balcao_unverified' ), 401 );
		}
		Balcao_Patience::allow( self::ANSWER_SECONDS );
		if ( Balcao_Shop::is_elsewhere() ) {
			// The reconciler reads it once the owner has said what this shop is.
			return new WP_REST_Response( array( 'code' => 'balcao_elsewhere' ), 503 );
		}
		$event = json_decode( $body, true, 64 );
		$id    = self::checkout_id( is_array( $event ) ? $event : array() );
		if ( '' !== $id ) {
			try {
				Balcao_Orders::sync( $id, self::is_about_refunds( $event ) );
			} catch ( Throwable $error ) {
				// Also what another plugin does wrong when an order is saved.
				Balcao_Later::enqueue( 'sync', $id, 1 );
			}
		}
		return new WP_REST_Response( array( 'ok' => true ), 200 );
	}

	/**
	 * The checkout that an event is about. Types are added over time, whose data may be anything.
	 *
	 * @param array $event An event, sent or listed.
	 * @return string An empty text when there is none.
	 */
	public static function checkout_id( array $event ) {
		$type = isset( $event['type'] ) && is_string( $event['type'] ) ? $event['type'] : '';
		if ( ! isset( self::OBJECTS[ $type ] ) || ! isset( $event['data'] ) || ! is_array( $event['data'] ) ) {
			return '';
		}
		$data = $event['data'];
		if ( ! isset( $data['object'] ) || self::OBJECTS[ $type ] !== $data['object'] ) {
			return '';
		}
		$name = 'refund' === $data['object'] ? 'checkout_id' : 'id';
		return isset( $data[ $name ] ) && is_string( $data[ $name ] ) ? $data[ $name ] : '';
	}

	/**
	 * True when refunds have to be looked at after an event.
	 *
	 * @param array $event An event, sent or listed.
	 * @return bool
	 */
	public static function is_about_refunds( array $event ) {
		$type = isset( $event['type'] ) ? (string) $event['type'] : '';
		return 0 === strpos( $type, 'refund.' ) || 'payment.reversed' === $type;
	}

	/**
	 * Verifies the signature of Standard Webhooks.
	 *
	 * @param WP_REST_Request $request The request.
	 * @param string          $body    Its body, as it came.
	 * @return bool
	 */
	private static function is_signed( $request, $body ) {
		$endpoint  = get_option( Balcao_Settings::ENDPOINT );
		$secret    = is_array( $endpoint ) && isset( $endpoint['secret'] ) ? (string) $endpoint['secret'] : '';
		$id        = (string) $request->get_header( 'webhook_id' );
		$timestamp = (string) $request->get_header( 'webhook_timestamp' );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- Standard Webhooks writes keys so.
		$key = 0 === strpos( $secret, 'whsec_' ) ? (string) base64_decode( substr( $secret, 6 ), true ) : '';
		if ( strlen( $key ) < 24 || '' === $id || ! preg_match( '/^\d{1,12}$/D', $timestamp ) || abs( time() - (int) $timestamp ) > self::TOLERANCE_SECONDS ) {
			return false;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- Standard Webhooks writes signatures so.
		$expected = base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $key, true ) );
		$signed   = false;
		// There are two while a secret is being rotated.
		foreach ( array_slice( explode( ' ', (string) $request->get_header( 'webhook_signature' ) ), 0, 8 ) as $signature ) {
			$signed = hash_equals( 'v1,' . $expected, $signature ) || $signed;
		}
		return $signed;
	}

	/**
	 * The address of the route at the site's own address. `rest_url` gives that of the language in
	 * which a page is, where a plugin has several.
	 *
	 * @return string
	 */
	public static function url() {
		global $wp_rewrite;
		$index = $wp_rewrite->using_index_permalinks() ? '/' . $wp_rewrite->index : '';
		$path  = get_option( 'permalink_structure' ) ? $index . '/' . rest_get_url_prefix() : '/index.php?rest_route=';
		$url   = Balcao_Shop::address() . $path . '/balcao/v1/events';
		return is_ssl() || force_ssl_admin() ? set_url_scheme( $url, 'https' ) : $url;
	}

	/**
	 * True when the kept endpoint is that of these credentials and this address. One with https stays
	 * where the site's address has http.
	 *
	 * @return bool
	 */
	private static function is_there() {
		$endpoint = get_option( Balcao_Settings::ENDPOINT );
		return is_array( $endpoint )
			&& in_array( $endpoint['url'], array( self::url(), set_url_scheme( self::url(), 'https' ) ), true )
			&& Balcao_Settings::get( 'base_url' ) === $endpoint['base_url']
			&& Balcao_Settings::get( 'client_id' ) === $endpoint['client_id'];
	}

	/**
	 * Has the endpoint made when it is not there, or was deleted at the service. Without one the
	 * reconciler still reads the events, so a failure here stops no sale.
	 */
	public static function ensure() {
		if ( ! Balcao_Settings::are_complete() || Balcao_Shop::is_elsewhere() || get_transient( 'balcao_endpoint_pause' ) ) {
			return;
		}
		try {
			if ( self::is_there() && self::is_at_service() ) {
				return;
			}
			$gone = get_option( Balcao_Settings::ENDPOINT );
			Balcao_Lock::run(
				'endpoint',
				function () use ( $gone ) {
					wp_cache_delete( Balcao_Settings::ENDPOINT, 'options' );
					// Another process may have made it meanwhile.
					if ( ! self::is_there() || get_option( Balcao_Settings::ENDPOINT ) === $gone ) {
						self::make();
					}
				}
			);
			Balcao_Settings::resolve( 'endpoint' );
		} catch ( Exception $error ) {
			set_transient( 'balcao_endpoint_pause', '1', self::PAUSE_SECONDS );
			if ( ! $error instanceof Balcao_Api_Error || ! in_array( $error->status, array( 401, 403 ), true ) ) {
				Balcao_Settings::report( 'endpoint' );
			}
			wc_get_logger()->warning( 'No webhook endpoint: ' . $error->getMessage(), array( 'source' => 'balcao' ) );
		}
	}

	/**
	 * False when the service says that it has no endpoint of the kept id.
	 *
	 * @return bool
	 */
	private static function is_at_service() {
		$endpoint = get_option( Balcao_Settings::ENDPOINT );
		try {
			Balcao_Api::from_settings()->get( '/v1/webhook_endpoints/' . rawurlencode( $endpoint['id'] ) );
			return true;
		} catch ( Balcao_Api_Error $error ) {
			return 404 !== $error->status;
		}
	}

	/**
	 * Makes the endpoint, or gives the one that is there already for this address a new secret: the
	 * first one was lost with whoever made it.
	 *
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	private static function make() {
		$api      = Balcao_Api::from_settings();
		$existing = self::find( $api );
		$made     = $existing
			? $api->post( '/v1/webhook_endpoints/' . rawurlencode( $existing ) . '/rotate_secret' )
			: $api->post( '/v1/webhook_endpoints', array( 'url' => self::url() ) );
		update_option(
			Balcao_Settings::ENDPOINT,
			array(
				'id'        => $made['id'],
				'secret'    => $made['secret'],
				'url'       => self::url(),
				'base_url'  => Balcao_Settings::get( 'base_url' ),
				'client_id' => Balcao_Settings::get( 'client_id' ),
			),
			false
		);
	}

	/**
	 * The endpoint of this address at the service.
	 *
	 * @param Balcao_Api $api The service.
	 * @return string Its id, or an empty text.
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	private static function find( $api ) {
		$query = array( 'limit' => 100 );
		do {
			$page = $api->get( '/v1/webhook_endpoints', $query );
			foreach ( $page['data'] as $endpoint ) {
				if ( self::url() === $endpoint['url'] ) {
					return $endpoint['id'];
				}
			}
			$query['starting_after'] = $page['next_cursor'];
		} while ( ! empty( $page['has_more'] ) );
		return '';
	}

	/**
	 * Removes the endpoint at the service, as far as it can be reached. In a shop that may be a copy
	 * it is the other shop's, and stays.
	 *
	 * @param Balcao_Api $api The service, with the credentials that made the endpoint.
	 */
	public static function remove( $api ) {
		if ( Balcao_Shop::is_elsewhere() ) {
			return;
		}
		$endpoint = get_option( Balcao_Settings::ENDPOINT );
		delete_option( Balcao_Settings::ENDPOINT );
		delete_transient( 'balcao_endpoint_pause' );
		if ( is_array( $endpoint ) && isset( $endpoint['id'] ) ) {
			try {
				$api->delete( '/v1/webhook_endpoints/' . rawurlencode( $endpoint['id'] ) );
			} catch ( Balcao_Api_Error $error ) {
				// Without its secret nothing that it sends is believed.
				return;
			}
		}
	}
}
