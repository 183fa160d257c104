<?php
/**
 * The order's mails to the buyer.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * The code in WooCommerce's own mails, and the mail that brings another code.
 */
class Balcao_Mails {

	/** A space of the code in a plain mail, of Unicode's private use, until the lines are broken. */
	const KEPT_SPACE = "\u{E000}";

	/** WooCommerce's mail of an order that waits for its money. */
	const MAIL = 'WC_Email_Customer_On_Hold_Order';

	/**
	 * Puts the code's spaces back, once the lines of a mail are broken.
	 *
	 * @param string $content The mail.
	 * @return string
	 */
	public static function restore_spaces( $content ) {
		return str_replace( self::KEPT_SPACE, ' ', $content );
	}

	/**
	 * The same for the plain text beside an HTML mail, which WooCommerce adds last.
	 *
	 * @param PHPMailer\PHPMailer\PHPMailer $mailer The mail.
	 */
	public static function restore_plain_part( $mailer ) {
		$mailer->AltBody = self::restore_spaces( $mailer->AltBody ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase
	}

	/**
	 * The code in the order's mail to the buyer.
	 *
	 * @param WC_Order $order         The order.
	 * @param bool     $sent_to_admin Whether the mail is for the merchant.
	 * @param bool     $plain_text    Whether it is text alone.
	 */
	public static function show( $order, $sent_to_admin = false, $plain_text = false ) {
		if ( $sent_to_admin || ! $order instanceof WC_Order || 'balcao' !== $order->get_payment_method() || 'waiting' !== Balcao_Pages::state( $order ) ) {
			return;
		}
		$code = Balcao_Pages::code( $order );
		$page = Balcao_Pages::page_url( $order );
		if ( $plain_text ) {
			echo "\n" . esc_html__( 'Pay by Pix', 'balcao' ) . "\n\n";
			if ( $code ) {
				// WooCommerce breaks the lines of plain mails at spaces, and the code has some in its names.
				echo esc_html__( 'Pix code (copia e cola)', 'balcao' ) . ":\n" . esc_html( str_replace( ' ', self::KEPT_SPACE, $code['code'] ) ) . "\n\n";
				echo esc_html( Balcao_Pages::deadline( $code ) ) . "\n\n";
			}
			echo esc_html__( 'See the order and its QR code:', 'balcao' ) . ' ' . esc_url_raw( $page ) . "\n\n";
			return;
		}
		echo '<h2>' . esc_html__( 'Pay by Pix', 'balcao' ) . '</h2>';
		if ( $code ) {
			echo '<p>' . esc_html__( 'Scan the picture in the app of your bank, or copy the code into it.', 'balcao' ) . '</p>';
			echo '<p><img src="' . esc_url( Balcao_Code::picture_url( $order ) ) . '" width="240" height="240" alt="' . esc_attr__( 'QR code of the Pix', 'balcao' ) . '"></p>';
			echo '<p style="font-family:monospace;word-break:break-all">' . esc_html( $code['code'] ) . '</p>';
			echo '<p>' . esc_html( Balcao_Pages::deadline( $code ) ) . '</p>';
		}
		echo '<p><a href="' . esc_url( $page ) . '">' . esc_html__( 'See the order and its QR code:', 'balcao' ) . ' ' . esc_html( $order->get_order_number() ) . '</a></p>';
	}

	/**
	 * Sends a code that the buyer has not had by mail: the bank made it after the order's mail, or it
	 * takes the place of another one.
	 *
	 * @param string $checkout_id Id of the checkout.
	 * @throws RuntimeException While the bank makes the code.
	 */
	public static function send_code( $checkout_id ) {
		$session = Balcao_Known_Sessions::find( $checkout_id );
		$order   = $session ? wc_get_order( $session['order_id'] ) : null;
		if ( ! $order || ! Balcao_Sessions::mails_code( $order ) || Balcao_Sessions::current( $order ) !== $checkout_id ) {
			return;
		}
		if ( ! Balcao_Code::of( $checkout_id ) ) {
			throw new RuntimeException( 'The bank still makes the code.' );
		}
		$mails = WC()->mailer()->get_emails();
		$title = function () use ( $order ) {
			/* translators: %s: number of the order */
			return sprintf( __( 'Pix code of order %s', 'balcao' ), $order->get_order_number() );
		};
		add_filter( 'woocommerce_email_subject_customer_on_hold_order', $title );
		add_filter( 'woocommerce_email_heading_customer_on_hold_order', $title );
		$mails[ self::MAIL ]->trigger( $order->get_id(), $order );
		remove_filter( 'woocommerce_email_subject_customer_on_hold_order', $title );
		remove_filter( 'woocommerce_email_heading_customer_on_hold_order', $title );
	}
}
