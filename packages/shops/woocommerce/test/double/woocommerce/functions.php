<?php
/**
 * Functions of the double: money, notices, stock and mails.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

function wc_get_container() {
	return new \Automattic\WooCommerce\Caches\BalcaoDoubleContainer();
}

function get_woocommerce_currency() {
	return get_option( 'woocommerce_currency', 'BRL' );
}

function wc_get_price_decimals() {
	return (int) get_option( 'woocommerce_price_num_decimals', 2 );
}

function wc_get_price_decimal_separator() {
	return ',';
}

function wc_price( $price, $args = array() ) {
	return '<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&#82;&#36;</span>&nbsp;' . number_format( (float) $price, 2, ',', '.' ) . '</bdi></span>';
}

function wc_format_decimal( $number, $dp = false, $trim_zeros = false ) {
	return number_format( (float) $number, false === $dp ? 2 : $dp, '.', '' );
}

function wc_add_notice( $message, $notice_type = 'success', $data = array() ) {
	$GLOBALS['balcao_double_notices'][ $notice_type ][] = array( 'notice' => $message );
}

function wc_get_notices( $notice_type = '' ) {
	$notices = isset( $GLOBALS['balcao_double_notices'] ) ? $GLOBALS['balcao_double_notices'] : array();
	return '' === $notice_type ? $notices : ( isset( $notices[ $notice_type ] ) ? $notices[ $notice_type ] : array() );
}

class WC_Logger {

	public function __call( $level, $arguments ) {
		error_log( "woocommerce $level: " . $arguments[0] );
	}
}

function wc_get_logger() {
	return new WC_Logger();
}

function woocommerce_form_field( $key, $args, $value = null ) {
	printf( '<p class="form-row"><label for="%1$s">%2$s</label><input type="text" name="%1$s" id="%1$s" value="%3$s" maxlength="%4$d"></p>', esc_attr( $key ), esc_html( $args['label'] ), esc_attr( (string) $value ), (int) $args['maxlength'] );
}

function woocommerce_register_additional_checkout_field( $options ) {
	$GLOBALS['balcao_double_fields'][ $options['id'] ] = $options;
}

/** Takes an order's stock or gives it back, once each. */
function balcao_double_stock( $order, $sign ) {
	$is_taken = (bool) $order->get_meta( '_double_stock_taken' );
	if ( ( $sign < 0 ) === $is_taken ) {
		return;
	}
	foreach ( $order->get_items() as $item ) {
		$product = $item->get_product();
		if ( $product && $product->managing_stock() ) {
			$product->set_stock_quantity( $product->get_stock_quantity() + $sign * $item->get_quantity() );
			$product->save();
		}
	}
	$order->update_meta_data( '_double_stock_taken', $sign < 0 ? '1' : '' );
	$order->save_meta_data();
}
foreach ( array( 'on-hold', 'processing', 'completed' ) as $balcao_double_status ) {
	add_action(
		'woocommerce_order_status_' . $balcao_double_status,
		function ( $id, $order ) {
			balcao_double_stock( $order, -1 );
		},
		10,
		2
	);
}
foreach ( array( 'cancelled', 'pending' ) as $balcao_double_status ) {
	add_action(
		'woocommerce_order_status_' . $balcao_double_status,
		function ( $id, $order ) {
			balcao_double_stock( $order, 1 );
		},
		10,
		2
	);
}

/** A mail to the buyer, in HTML or plain, with what plugins add before the order's table. */
function balcao_double_mail( $order, $subject ) {
	$settings = get_option( 'woocommerce_customer_on_hold_order_settings', array() );
	$is_plain = isset( $settings['email_type'] ) && 'plain' === $settings['email_type'];
	ob_start();
	do_action( 'woocommerce_email_before_order_table', $order, false, $is_plain, null );
	$text = ob_get_clean();
	$text = $is_plain ? wordwrap( wp_strip_all_tags( $text ), 70 ) : '<html><body>' . $text . '</body></html>';
	$text = apply_filters( 'woocommerce_mail_content', $text );
	$subject = 'on-hold' === $subject ? apply_filters( 'woocommerce_email_subject_customer_on_hold_order', $subject, $order ) : $subject;
	wp_mail( $order->get_billing_email(), $subject, $text, array( 'Content-Type: ' . ( $is_plain ? 'text/plain' : 'text/html' ) ) );
}
class WC_Email_Customer_On_Hold_Order {

	public function trigger( $order_id, $order = false ) {
		balcao_double_mail( $order, 'on-hold' );
	}
}

class WC_Emails {

	public function get_emails() {
		return array( 'WC_Email_Customer_On_Hold_Order' => new WC_Email_Customer_On_Hold_Order() );
	}
}
add_action(
	'woocommerce_order_status_pending_to_on-hold',
	function ( $id, $order ) {
		balcao_double_mail( $order, 'on-hold' );
	},
	10,
	2
);
foreach ( array( 'pending', 'on-hold', 'failed', 'cancelled' ) as $balcao_double_status ) {
	add_action(
		"woocommerce_order_status_{$balcao_double_status}_to_processing",
		function ( $id, $order ) {
			balcao_double_mail( $order, 'processing' );
		},
		10,
		2
	);
}

/** The thank-you page, for whoever has the order's key. */
function balcao_double_page() {
	$order = wc_get_order( isset( $_GET['order-received'] ) ? absint( $_GET['order-received'] ) : 0 );
	if ( ! $order || ! isset( $_GET['key'] ) || ! hash_equals( $order->get_order_key(), sanitize_text_field( wp_unslash( $_GET['key'] ) ) ) ) {
		return '';
	}
	ob_start();
	do_action( 'woocommerce_before_thankyou', $order->get_id() );
	echo '<p class="woocommerce-thankyou-order-received">Obrigado. Seu pedido foi recebido.</p>';
	echo '<ul class="woocommerce-order-overview"><li>Pedido: <strong>' . esc_html( $order->get_order_number() ) . '</strong></li><li>Total: <strong>' . wc_price( $order->get_total() ) . '</strong></li></ul>';
	do_action( 'woocommerce_thankyou_' . $order->get_payment_method(), $order->get_id() );
	do_action( 'woocommerce_thankyou', $order->get_id() );
	return ob_get_clean();
}
