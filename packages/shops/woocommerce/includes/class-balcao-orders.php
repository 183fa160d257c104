<?php
/**
 * Brings the state of a session into its order.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Webhook, reconciler and page all come here with no more than the id of a checkout. What happened
 * is read from the service, under the order's lock, so that repeats, forgeries and two at once
 * change nothing.
 */
class Balcao_Orders {

	/** The payment that paid the order. */
	const PAYMENT = '_balcao_payment_id';

	/** Payments that settled nothing here and were sent back. */
	const SENT_BACK = '_balcao_sent_back';

	/**
	 * Brings an order up to date with one of its sessions.
	 *
	 * @param string $checkout_id  Id of the checkout.
	 * @param bool   $with_refunds Whether its refunds are looked at too.
	 * @throws Balcao_Api_Error When the service is away; RuntimeException when the order is busy.
	 */
	public static function sync( $checkout_id, $with_refunds = true ) {
		if ( Balcao_Shop::is_elsewhere() ) {
			return;
		}
		$api = Balcao_Api::from_settings();
		try {
			$checkout = $api->get( '/v1/checkouts/' . rawurlencode( $checkout_id ) );
		} catch ( Balcao_Api_Error $error ) {
			if ( 404 === $error->status ) {
				return;
			}
			throw $error;
		}
		$session = Balcao_Known_Sessions::of( $checkout );
		if ( ! $session ) {
			return;
		}
		Balcao_Lock::order(
			(int) $session['order_id'],
			function ( $order ) use ( $checkout, $with_refunds ) {
				self::apply( $order, $checkout, $with_refunds );
			}
		);
	}

	/**
	 * The same, with the order locked.
	 *
	 * @param WC_Order|null $order        The order.
	 * @param array         $checkout     Its checkout, as the service has just said.
	 * @param bool          $with_refunds Whether its refunds are looked at too.
	 */
	private static function apply( $order, array $checkout, $with_refunds ) {
		$is_over = in_array( $checkout['status'], array( 'canceled', 'expired' ), true );
		if ( $is_over ) {
			Balcao_Known_Sessions::settle( $checkout['id'], '' );
		}
		if ( ! $order ) {
			if ( 'completed' === $checkout['status'] ) {
				self::send_back_without_order( $checkout );
			}
			return;
		}
		if ( 'completed' === $checkout['status'] ) {
			self::settle( $order, $checkout );
		} elseif ( $is_over ) {
			self::end( $order, $checkout );
		}
		if ( $with_refunds ) {
			Balcao_Refunds::sync( $order, $checkout['id'] );
		}
	}

	/**
	 * A session that was paid: so is the order, or the money goes back.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $checkout The checkout.
	 * @throws RuntimeException When WooCommerce could not save it.
	 */
	private static function settle( $order, array $checkout ) {
		$payment_id = (string) $checkout['payment_id'];
		if ( '' === $payment_id || $payment_id === (string) $order->get_meta( self::PAYMENT ) || in_array( $payment_id, self::sent_back( $order ), true ) ) {
			return;
		}
		$refusal = self::refusal( $order, (int) $checkout['amount_total_minor'] );
		if ( '' !== $refusal ) {
			self::send_back( $order, $checkout, $refusal );
			return;
		}
		$payment     = Balcao_Api::from_settings()->get( '/v1/payments/' . rawurlencode( $payment_id ) );
		$reference   = empty( $payment['end_to_end_id'] ) ? $payment_id : $payment['end_to_end_id'];
		$was_over    = $order->has_status( 'cancelled' );
		$other       = (string) $order->get_meta( Balcao_Sessions::CURRENT );
		$amount_text = self::money( (int) $checkout['amount_total_minor'] );
		// An order that is deleted after it was paid keeps its money.
		Balcao_Known_Sessions::settle( $checkout['id'], $payment_id );
		Balcao_Sessions::clear( $order );
		$order->update_meta_data( self::PAYMENT, $payment_id );
		self::complete( $order, $reference );
		$order->add_order_note(
			$was_over
				/* translators: 1: amount, 2: id of the payment in the Pix system */
				? sprintf( __( 'Paid by Pix after it was cancelled: %1$s (%2$s). There is stock, so the order was taken up again.', 'balcao' ), $amount_text, $reference )
				/* translators: 1: amount, 2: id of the payment in the Pix system */
				: sprintf( __( 'Paid by Pix: %1$s (%2$s).', 'balcao' ), $amount_text, $reference )
		);
		if ( '' !== $other && $other !== $checkout['id'] ) {
			Balcao_Sessions::cancel_at_service( $other );
		}
	}

	/**
	 * Gives an order date, transaction and the status of a paid one, also where it is in a status of
	 * another plugin, which WooCommerce leaves as it is.
	 *
	 * @param WC_Order $order     The order.
	 * @param string   $reference Id of the payment in the Pix system.
	 * @throws RuntimeException When WooCommerce could not save it.
	 */
	private static function complete( $order, $reference ) {
		$add_status = function ( $statuses ) use ( $order ) {
			return array_merge( $statuses, array( $order->get_status() ) );
		};
		add_filter( 'woocommerce_valid_order_statuses_for_payment_complete', $add_status );
		// Saves the payment's id together with the status, so that no crash can come in between.
		$is_saved = $order->payment_complete( $reference );
		remove_filter( 'woocommerce_valid_order_statuses_for_payment_complete', $add_status );
		if ( ! $is_saved ) {
			throw new RuntimeException( esc_html( "Order {$order->get_id()} could not be saved." ) );
		}
		$order->save();
	}

	/**
	 * Why a payment may not pay the order as it is now.
	 *
	 * @param WC_Order $order  The order.
	 * @param int      $amount Cents that arrived.
	 * @return string An empty text when it may.
	 */
	private static function refusal( $order, $amount ) {
		if ( $order->get_date_paid() || $order->has_status( array( 'processing', 'completed', 'refunded' ) ) ) {
			return __( 'the order is paid already', 'balcao' );
		}
		if ( Balcao_Cart::cents( $order->get_total() ) !== $amount || 'BRL' !== $order->get_currency() ) {
			/* translators: %s: amount */
			return sprintf( __( 'the order has changed and is now %s', 'balcao' ), self::money( Balcao_Cart::cents( $order->get_total() ) ) );
		}
		if ( $order->has_status( 'trash' ) ) {
			return __( 'the order is in the trash', 'balcao' );
		}
		if ( $order->has_status( 'cancelled' ) && ! self::has_stock( $order ) ) {
			return __( 'the order is cancelled and its stock is gone', 'balcao' );
		}
		return '';
	}

	/**
	 * True when everything of a cancelled order is still in stock.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	private static function has_stock( $order ) {
		$wanted = array();
		foreach ( $order->get_items() as $item ) {
			$product = $item->get_product();
			if ( ! $product || ! $product->is_in_stock() ) {
				return false;
			}
			if ( $product->managing_stock() && ! $product->backorders_allowed() ) {
				$key            = $product->get_stock_managed_by_id();
				$wanted[ $key ] = ( isset( $wanted[ $key ] ) ? $wanted[ $key ] : 0 ) + $item->get_quantity();
				$held           = function_exists( 'wc_get_held_stock_quantity' ) ? wc_get_held_stock_quantity( $product, $order->get_id() ) : 0;
				if ( $product->get_stock_quantity() - $held < $wanted[ $key ] ) {
					return false;
				}
			}
		}
		return true;
	}

	/**
	 * Sends money back that pays nothing, once, and says so in the order.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $checkout The paid checkout.
	 * @param string   $why      Why.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function send_back( $order, array $checkout, $why ) {
		$amount = self::money( (int) $checkout['amount_total_minor'] );
		/* translators: 1: amount, 2: reason */
		$note = sprintf( __( 'A Pix of %1$s arrived, but %2$s. It was sent back to the buyer.', 'balcao' ), $amount, $why );
		try {
			self::order_return( $checkout, $order->get_id() );
		} catch ( Balcao_Api_Error $error ) {
			if ( $error->is_outage() || 401 === $error->status ) {
				throw $error;
			}
			if ( 409 !== $error->status ) {
				/* translators: 1: amount, 2: reason, 3: message of the service */
				$note = sprintf( __( 'A Pix of %1$s arrived, but %2$s. It could not be sent back (%3$s): please refund it in Balcão.', 'balcao' ), $amount, $why, $error->getMessage() );
			}
		}
		if ( (string) $order->get_meta( Balcao_Sessions::CURRENT ) === $checkout['id'] ) {
			Balcao_Sessions::clear( $order );
		}
		Balcao_Known_Sessions::settle( $checkout['id'], $checkout['payment_id'] );
		$order->update_meta_data( self::SENT_BACK, array_merge( self::sent_back( $order ), array( $checkout['payment_id'] ) ) );
		$order->save_meta_data();
		$order->add_order_note( $note );
	}

	/**
	 * Has the service send a session's money back. Repeated, it is the same refund.
	 *
	 * @param array $checkout The paid checkout.
	 * @param int   $order_id Id of the order.
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	private static function order_return( array $checkout, $order_id ) {
		$external_id = $checkout['external_id'] . '-back';
		Balcao_Api::from_settings()->post(
			'/v1/payments/' . rawurlencode( $checkout['payment_id'] ) . '/refunds',
			array(
				'external_id' => $external_id,
				'metadata'    => array(
					'shop_id'  => Balcao_Shop::id(),
					'order_id' => (string) $order_id,
					'purpose'  => 'sent_back',
				),
			),
			$external_id
		);
	}

	/**
	 * Sends money back whose order was deleted, once, and writes to the owner, since there is no
	 * order to say so in. One that was deleted after it was paid keeps its money.
	 *
	 * @param array $checkout The paid checkout.
	 * @throws Balcao_Api_Error When the service is away.
	 */
	private static function send_back_without_order( array $checkout ) {
		$session = Balcao_Known_Sessions::find( $checkout['id'] );
		if ( (string) $session['payment_id'] === $checkout['payment_id'] ) {
			return;
		}
		$amount = self::money( (int) $checkout['amount_total_minor'] );
		/* translators: 1: amount, 2: id of the order, 3: id of the payment */
		$text = sprintf( __( 'A Pix of %1$s arrived for order %2$s, which was deleted. It was sent back to the buyer (%3$s).', 'balcao' ), $amount, $session['order_id'], $checkout['payment_id'] );
		try {
			self::order_return( $checkout, $session['order_id'] );
		} catch ( Balcao_Api_Error $error ) {
			if ( $error->is_outage() || 401 === $error->status ) {
				throw $error;
			}
			if ( 409 !== $error->status ) {
				/* translators: 1: amount, 2: id of the order, 3: id of the payment, 4: message of the service */
				$text = sprintf( __( 'A Pix of %1$s arrived for order %2$s, which was deleted. It could not be sent back (%3$s, %4$s): please refund it in Balcão.', 'balcao' ), $amount, $session['order_id'], $checkout['payment_id'], $error->getMessage() );
			}
		}
		Balcao_Known_Sessions::settle( $checkout['id'], $checkout['payment_id'] );
		wc_get_logger()->critical( $text, array( 'source' => 'balcao' ) );
		/* translators: %s: name of the shop */
		wp_mail( get_option( 'admin_email' ), sprintf( __( '[%s] Pix for a deleted order', 'balcao' ), wp_specialchars_decode( get_option( 'blogname' ), ENT_QUOTES ) ), $text );
	}

	/**
	 * Payments of this order that were sent back.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function sent_back( $order ) {
		$ids = $order->get_meta( self::SENT_BACK );
		return is_array( $ids ) ? $ids : array();
	}

	/**
	 * A session that ended unpaid: so does its order, if it still waits for just this one.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $checkout The checkout, `canceled` or `expired`.
	 */
	private static function end( $order, array $checkout ) {
		if ( (string) $order->get_meta( Balcao_Sessions::CURRENT ) !== $checkout['id'] ) {
			return;
		}
		Balcao_Sessions::clear( $order );
		$order->save_meta_data();
		if ( Balcao_Sessions::waits( $order ) && ! $order->has_status( 'failed' ) ) {
			$order->update_status(
				'cancelled',
				'expired' === $checkout['status']
					? __( 'The Pix code expired without a payment.', 'balcao' )
					: __( 'The Pix code was canceled without a payment.', 'balcao' )
			);
		}
	}

	/**
	 * An amount as text for a note.
	 *
	 * @param int $cents Cents.
	 * @return string
	 */
	public static function money( $cents ) {
		return Balcao_Cart::name( wc_price( $cents / 100, array( 'currency' => 'BRL' ) ), '' );
	}
}
