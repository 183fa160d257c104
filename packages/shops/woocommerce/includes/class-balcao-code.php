<?php
/**
 * The Pix code of a session.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the code once and keeps it while it can be paid.
 */
class Balcao_Code {

	/**
	 * The code and its picture.
	 *
	 * @param string $checkout_id Id of the checkout.
	 * @return array|null `code`, `svg` (a file), `png` (base64), `expires_at`; null while there is none.
	 */
	public static function of( $checkout_id ) {
		$name = 'balcao_code_' . substr( $checkout_id, 0, 100 );
		$kept = get_transient( $name );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		if ( Balcao_Api::is_away() ) {
			return null;
		}
		try {
			$pix = Balcao_Api::from_settings()->get( '/v1/checkouts/' . rawurlencode( $checkout_id ) . '/pix' );
		} catch ( Balcao_Api_Error $error ) {
			return null;
		}
		$lasts = strtotime( $pix['expires_at'] ) - time();
		if ( 'ready' !== $pix['status'] || $lasts <= 0 ) {
			return null;
		}
		$code = array(
			'code'       => (string) $pix['code'],
			'svg'        => (string) $pix['qr_code_svg'],
			'png'        => (string) $pix['qr_code_png'],
			'expires_at' => (string) $pix['expires_at'],
		);
		set_transient( $name, $code, $lasts );
		return $code;
	}

	/**
	 * Signs the address of an order's picture: mail programs show neither SVG nor `data:` addresses.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	public static function signature( $order ) {
		return hash_hmac( 'sha256', 'balcao-qr|' . $order->get_id() . '|' . $order->get_order_key(), wp_salt( 'auth' ) );
	}

	/**
	 * The address of an order's picture.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	public static function picture_url( $order ) {
		return add_query_arg( 'signature', self::signature( $order ), rest_url( 'balcao/v1/orders/' . $order->get_id() . '/qr' ) );
	}
}
