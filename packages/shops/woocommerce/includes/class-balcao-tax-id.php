<?php
/**
 * CPF and CNPJ.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds a buyer's CPF or CNPJ and checks its digits.
 */
class Balcao_Tax_Id {

	/** Where the plugin's own field of the classic checkout is kept. */
	const META = '_balcao_tax_id';

	/** The plugin's field of the block checkout. */
	const BLOCK_FIELD = 'balcao/tax-id';

	/** Where WooCommerce keeps that, in orders and for customers. */
	const BLOCK_META = '_wc_other/' . self::BLOCK_FIELD;

	/**
	 * Digits, and of a CNPJ capital letters, without punctuation.
	 *
	 * @param mixed $text What somebody has typed.
	 * @return string
	 */
	public static function bare( $text ) {
		return strtoupper( (string) preg_replace( '/[\s.\/-]+/', '', is_scalar( $text ) ? (string) $text : '' ) );
	}

	/**
	 * True for a CPF or a CNPJ with right check digits.
	 *
	 * @param string $bare Without punctuation.
	 * @return bool
	 */
	public static function is_valid( $bare ) {
		if ( preg_match( '/^\d{11}$/D', $bare ) ) {
			return ! preg_match( '/^(\d)\1+$/D', $bare ) && substr( $bare, 9 ) === self::check_digits( substr( $bare, 0, 9 ), 11 );
		}
		// The first twelve places of a CNPJ may have letters since 2026.
		if ( preg_match( '/^[0-9A-Z]{12}\d{2}$/D', $bare ) ) {
			return ! preg_match( '/^(.)\1+$/D', $bare ) && substr( $bare, 12 ) === self::check_digits( substr( $bare, 0, 12 ), 9 );
		}
		return false;
	}

	/**
	 * The two check digits by modulus 11. A place's weight grows from 2 at the right, and begins
	 * again after its greatest.
	 *
	 * @param string $places          What stands before the check digits.
	 * @param int    $greatest_weight 11 for a CPF, 9 for a CNPJ.
	 * @return string
	 */
	private static function check_digits( $places, $greatest_weight ) {
		$digits = '';
		for ( $round = 0; $round < 2; $round++ ) {
			$sum    = 0;
			$weight = 2;
			foreach ( array_reverse( str_split( $places . $digits ) ) as $place ) {
				$sum   += ( ord( $place ) - 48 ) * $weight;
				$weight = $weight === $greatest_weight ? 2 : $weight + 1;
			}
			$rest    = $sum % 11;
			$digits .= $rest < 2 ? '0' : (string) ( 11 - $rest );
		}
		return $digits;
	}

	/**
	 * The buyer's valid CPF or CNPJ: from the shop's own fields, else from the plugin's. Where the
	 * shop has asked for a person (1) or a company (2), that number comes first.
	 *
	 * @param WC_Order $order The order.
	 * @return string Without punctuation; an empty string when there is none.
	 */
	public static function of_order( $order ) {
		$of_shop = array( '_billing_cpf', '_billing_cnpj' );
		if ( '2' === (string) $order->get_meta( '_billing_persontype' ) ) {
			$of_shop = array_reverse( $of_shop );
		}
		foreach ( array_merge( $of_shop, array( self::META, self::BLOCK_META ) ) as $key ) {
			$bare = self::bare( $order->get_meta( $key ) );
			if ( self::is_valid( $bare ) ) {
				return $bare;
			}
		}
		return '';
	}

	/**
	 * Adds the field to the block checkout, beside the e-mail.
	 */
	public static function register_block_field() {
		if ( ! function_exists( 'woocommerce_register_additional_checkout_field' ) ) {
			return;
		}
		woocommerce_register_additional_checkout_field(
			array(
				'id'                => self::BLOCK_FIELD,
				'label'             => __( 'CPF or CNPJ', 'balcao' ),
				'optionalLabel'     => __( 'CPF or CNPJ (optional)', 'balcao' ),
				'location'          => 'contact',
				'type'              => 'text',
				'required'          => false,
				'attributes'        => array( 'maxLength' => 20 ),
				'sanitize_callback' => array( __CLASS__, 'bare' ),
				'validate_callback' => array( __CLASS__, 'refusal' ),
			)
		);
	}

	/**
	 * The fault of a typed value.
	 *
	 * @param mixed $value What was typed.
	 * @return WP_Error|null
	 */
	public static function refusal( $value ) {
		$bare = self::bare( $value );
		if ( '' === $bare || self::is_valid( $bare ) ) {
			return null;
		}
		return new WP_Error( 'balcao_invalid_tax_id', __( 'This is no valid CPF or CNPJ. Please check it, or leave it empty.', 'balcao' ) );
	}

	/**
	 * True when the classic checkout asks for it by a field of the shop's own.
	 *
	 * @return bool
	 */
	public static function shop_asks() {
		$checkout = function_exists( 'WC' ) ? WC()->checkout() : null;
		$billing  = $checkout ? $checkout->get_checkout_fields( 'billing' ) : array();
		return isset( $billing['billing_cpf'] ) || isset( $billing['billing_cnpj'] );
	}

	/**
	 * The value of the field in the classic checkout.
	 *
	 * @return string Without punctuation.
	 */
	public static function posted() {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- WooCommerce has verified its own nonce before it asks a gateway.
		return isset( $_POST['balcao_tax_id'] ) ? self::bare( sanitize_text_field( wp_unslash( $_POST['balcao_tax_id'] ) ) ) : '';
	}
}
