<?php
/**
 * Money that goes back.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Refunds of an order: those that the shop orders, and those that somebody else has made.
 */
class Balcao_Refunds {

	/** The known state of each: id at the service → `status`, `wc_refund_id`. */
	const KNOWN = '_balcao_refunds';

	/** A refund whose answer was lost: `external_id`, `amount`. It is never ordered under another name. */
	const UNANSWERED = '_balcao_refund_unanswered';

	/** The service waits for the bank, and the owner for the outcome. */
	const PATIENCE_SECONDS = 15;

	/** The order's status before the shop refunded it. */
	const STATUS_BEFORE = '_balcao_status_before_refund';

	/**
	 * The refund that WooCommerce is about to pay. A gateway is not told which it is.
	 *
	 * @var WC_Order_Refund|null
	 */
	private static $in_hand = null;

	/**
	 * Takes notice of the refund that WooCommerce makes; its id comes with its saving.
	 *
	 * @param WC_Order_Refund $refund The refund.
	 */
	public static function on_create( $refund ) {
		self::$in_hand = $refund;
	}

	/**
	 * True when an order was paid through a session of this very shop.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function can_order( $order ) {
		return '' !== (string) $order->get_meta( Balcao_Orders::PAYMENT ) && Balcao_Known_Sessions::has_order( $order->get_id() );
	}

	/**
	 * Orders a refund for the shop.
	 *
	 * @param int    $order_id Id of the order.
	 * @param mixed  $amount   As WooCommerce has it; null for all that is left.
	 * @param string $reason   The merchant's reason.
	 * @return true|WP_Error
	 */
	public static function order( $order_id, $amount, $reason ) {
		Balcao_Patience::allow( self::PATIENCE_SECONDS );
		try {
			return Balcao_Lock::order(
				$order_id,
				function ( $order ) use ( $amount, $reason ) {
					return self::order_locked( $order, $amount, (string) $reason );
				}
			);
		} catch ( Exception $error ) {
			return new WP_Error( 'balcao_refund', self::explained( $error ) );
		}
	}

	/**
	 * The same, with the order locked.
	 *
	 * @param WC_Order|null $order  The order.
	 * @param mixed         $amount As WooCommerce has it.
	 * @param string        $reason The merchant's reason.
	 * @return true|WP_Error
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	private static function order_locked( $order, $amount, $reason ) {
		$payment_id = $order ? (string) $order->get_meta( Balcao_Orders::PAYMENT ) : '';
		if ( '' === $payment_id ) {
			return new WP_Error( 'balcao_refund', __( 'This order was not paid through Balcão.', 'balcao' ) );
		}
		if ( Balcao_Shop::is_elsewhere() ) {
			return new WP_Error( 'balcao_refund', __( 'The address of this shop has changed. Say first, in the notice of the administration, whether it was moved or copied.', 'balcao' ) );
		}
		if ( ! self::can_order( $order ) ) {
			return new WP_Error( 'balcao_refund', __( 'This order was paid in the shop that this one is a copy of. Refund it there.', 'balcao' ) );
		}
		$wc_refund_id = self::id_in_hand( $order );
		$body         = array(
			'external_id' => 'woocommerce-' . Balcao_Shop::id() . '-refund-' . ( $wc_refund_id ? $wc_refund_id : $order->get_id() . '-' . wp_generate_uuid4() ),
			'metadata'    => array(
				'shop_id'  => Balcao_Shop::id(),
				'order_id' => (string) $order->get_id(),
				'purpose'  => 'refund',
			),
		);
		if ( null !== $amount ) {
			$body['amount_minor'] = Balcao_Cart::cents( $amount );
		}
		$text = Balcao_Cart::name( $reason, '' );
		if ( '' !== $text ) {
			$body['reason'] = mb_substr( $text, 0, 140 );
		}
		$unanswered = $order->get_meta( self::UNANSWERED );
		if ( is_array( $unanswered ) ) {
			$found = self::find( $unanswered['external_id'] );
			if ( $found && ! self::is_same( $found, $body ) ) {
				$order->delete_meta_data( self::UNANSWERED );
				$order->save_meta_data();
				Balcao_Later::enqueue( 'sync', $found['checkout_id'] );
				/* translators: %s: amount */
				return new WP_Error( 'balcao_refund', sprintf( __( 'An earlier refund of %s was carried out after all and is being recorded. Look at the order again in a moment.', 'balcao' ), Balcao_Orders::money( $found['amount_minor'] ) ) );
			}
			if ( ! isset( $body['amount_minor'] ) || (int) $unanswered['amount'] === $body['amount_minor'] ) {
				$body['external_id'] = $unanswered['external_id'];
			}
		}
		$refund = self::send( $order, $payment_id, $body );
		if ( 'failed' === $refund['status'] ) {
			self::know( $order, $refund, 0 );
			/* translators: %s: reason of the bank */
			return new WP_Error( 'balcao_refund', sprintf( __( 'The bank did not carry out the refund: %s', 'balcao' ), $refund['failure_reason'] ) );
		}
		$order->update_meta_data( self::STATUS_BEFORE, $order->get_status() );
		self::know( $order, $refund, $wc_refund_id );
		$order->add_order_note( self::state_note( $refund ) );
		return true;
	}

	/**
	 * Sends the order to the service. While its answer is not known, its name is kept.
	 *
	 * @param WC_Order $order      The order.
	 * @param string   $payment_id Id of the payment.
	 * @param array    $body       The refund's body.
	 * @return array The refund.
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	private static function send( $order, $payment_id, array $body ) {
		$order->update_meta_data(
			self::UNANSWERED,
			array(
				'external_id' => $body['external_id'],
				'amount'      => isset( $body['amount_minor'] ) ? $body['amount_minor'] : 0,
			)
		);
		$order->save_meta_data();
		try {
			$refund = Balcao_Api::from_settings()->post( '/v1/payments/' . rawurlencode( $payment_id ) . '/refunds', $body, $body['external_id'] );
		} catch ( Balcao_Api_Error $error ) {
			$refund = 'refund_external_id_already_exists' === $error->error_code ? self::find( $body['external_id'] ) : null;
			if ( ! $refund ) {
				if ( ! $error->is_outage() ) {
					$order->delete_meta_data( self::UNANSWERED );
					$order->save_meta_data();
				}
				throw $error;
			}
		}
		$order->delete_meta_data( self::UNANSWERED );
		return $refund;
	}

	/**
	 * A refund by the shop's reference.
	 *
	 * @param string $external_id The reference.
	 * @return array|null
	 */
	private static function find( $external_id ) {
		$page = Balcao_Api::from_settings()->get( '/v1/refunds', array( 'external_id' => $external_id ) );
		return isset( $page['data'][0] ) ? $page['data'][0] : null;
	}

	/**
	 * True when a refund is the one that is asked for.
	 *
	 * @param array $refund A refund of the service.
	 * @param array $body   What is asked for.
	 * @return bool
	 */
	private static function is_same( array $refund, array $body ) {
		return ! isset( $body['amount_minor'] ) || (int) $refund['amount_minor'] === $body['amount_minor'];
	}

	/**
	 * Id of the refund that WooCommerce pays at this moment.
	 *
	 * @param WC_Order $order The order.
	 * @return int 0 when it is not known.
	 */
	private static function id_in_hand( $order ) {
		$refund        = self::$in_hand;
		self::$in_hand = null;
		return $refund && (int) $refund->get_parent_id() === $order->get_id() ? (int) $refund->get_id() : 0;
	}

	/**
	 * Brings the refunds of a session into its order. Call it with the order locked.
	 *
	 * @param WC_Order $order       The order.
	 * @param string   $checkout_id Id of the checkout.
	 */
	public static function sync( $order, $checkout_id ) {
		$api   = Balcao_Api::from_settings();
		$query = array(
			'checkout_id' => $checkout_id,
			'limit'       => 100,
		);
		do {
			$page = $api->get( '/v1/refunds', $query );
			foreach ( array_reverse( $page['data'] ) as $refund ) {
				self::take( $order, $refund );
			}
			$query['starting_after'] = $page['next_cursor'];
		} while ( ! empty( $page['has_more'] ) );
	}

	/**
	 * Takes notice of one refund, when its state is news.
	 *
	 * @param WC_Order $order  The order.
	 * @param array    $refund A refund of the service.
	 */
	private static function take( $order, array $refund ) {
		$known = self::known( $order );
		$entry = isset( $known[ $refund['id'] ] ) ? $known[ $refund['id'] ] : null;
		if ( $entry && $entry['status'] === $refund['status'] ) {
			return;
		}
		$purpose = isset( $refund['metadata']['purpose'] ) ? $refund['metadata']['purpose'] : '';
		$wc_id   = $entry ? (int) $entry['wc_refund_id'] : 0;
		// Money of the order's own payment is the order's refund, whoever sent it back and why.
		$is_own = (string) $order->get_meta( Balcao_Orders::PAYMENT ) === $refund['payment_id'];
		if ( ! $is_own && ( 'automatic' === $refund['origin'] || 'sent_back' === $purpose ) ) {
			self::know( $order, $refund, 0 );
			$order->add_order_note( self::returned_note( $refund ) );
			return;
		}
		if ( $entry ) {
			self::know( $order, $refund, 'failed' === $refund['status'] ? 0 : $wc_id );
			$order->add_order_note( self::state_note( $refund ) );
			if ( 'failed' === $refund['status'] && $wc_id ) {
				self::take_back( $order, $wc_id );
			}
			return;
		}
		// Made by somebody else, or by this shop in a request whose answer was lost.
		$unanswered = $order->get_meta( self::UNANSWERED );
		if ( is_array( $unanswered ) && $unanswered['external_id'] === $refund['external_id'] ) {
			$order->delete_meta_data( self::UNANSWERED );
		}
		$wc_id = 'failed' === $refund['status'] ? 0 : self::record( $order, $refund );
		self::know( $order, $refund, $wc_id );
		$order->add_order_note( self::foreign_note( $refund, $wc_id ) );
	}

	/**
	 * Records a refund in WooCommerce that was not made by it.
	 *
	 * @param WC_Order $order  The order.
	 * @param array    $refund A refund of the service.
	 * @return int Id of WooCommerce's refund; 0 when it has no room for one.
	 */
	private static function record( $order, array $refund ) {
		if ( (string) $order->get_meta( Balcao_Orders::PAYMENT ) !== $refund['payment_id'] ) {
			return 0;
		}
		$order->update_meta_data( self::STATUS_BEFORE, $order->get_status() );
		$order->save_meta_data();
		$recorded      = wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => wc_format_decimal( $refund['amount_minor'] / 100, 2 ),
				'reason'         => 'bank' === $refund['origin'] ? __( 'Taken back by the bank', 'balcao' ) : (string) $refund['reason'],
				'refund_payment' => false,
				'restock_items'  => false,
			)
		);
		self::$in_hand = null;
		return is_wp_error( $recorded ) ? 0 : (int) $recorded->get_id();
	}

	/**
	 * Takes WooCommerce's refund back: the money has not gone.
	 *
	 * @param WC_Order $order        The order.
	 * @param int      $wc_refund_id Id of WooCommerce's refund.
	 */
	private static function take_back( $order, $wc_refund_id ) {
		$wc_refund = wc_get_order( $wc_refund_id );
		if ( ! $wc_refund instanceof WC_Order_Refund || (int) $wc_refund->get_parent_id() !== $order->get_id() ) {
			return;
		}
		$wc_refund->delete( true );
		/** WooCommerce does this itself when a person deletes a refund. */
		do_action( 'woocommerce_refund_deleted', $wc_refund_id, $order->get_id() ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound
		$before = (string) $order->get_meta( self::STATUS_BEFORE );
		if ( $order->has_status( 'refunded' ) && '' !== $before && 'refunded' !== $before ) {
			// The buyer has had the mail of this status.
			add_filter( 'woocommerce_email_enabled_customer_completed_order', '__return_false' );
			$order->update_status( $before, __( 'The refund failed.', 'balcao' ) );
			remove_filter( 'woocommerce_email_enabled_customer_completed_order', '__return_false' );
		}
	}

	/**
	 * Known refunds of the order.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function known( $order ) {
		$known = $order->get_meta( self::KNOWN );
		return is_array( $known ) ? $known : array();
	}

	/**
	 * Writes down what is known of a refund.
	 *
	 * @param WC_Order $order        The order.
	 * @param array    $refund       A refund of the service.
	 * @param int      $wc_refund_id Id of WooCommerce's refund, or 0.
	 */
	private static function know( $order, array $refund, $wc_refund_id ) {
		$known                  = self::known( $order );
		$known[ $refund['id'] ] = array(
			'status'       => $refund['status'],
			'wc_refund_id' => $wc_refund_id,
		);
		$order->update_meta_data( self::KNOWN, $known );
		$order->save_meta_data();
	}

	/**
	 * The note for a refund of the shop.
	 *
	 * @param array $refund A refund of the service.
	 * @return string
	 */
	private static function state_note( array $refund ) {
		$amount = Balcao_Orders::money( $refund['amount_minor'] );
		if ( 'succeeded' === $refund['status'] ) {
			/* translators: 1: amount, 2: id of the refund */
			return sprintf( __( 'Refund of %1$s has reached the buyer (%2$s).', 'balcao' ), $amount, $refund['id'] );
		}
		if ( 'failed' === $refund['status'] ) {
			/* translators: 1: amount, 2: reason, 3: id of the refund */
			return sprintf( __( 'Refund of %1$s failed: %2$s (%3$s). It was taken out of the order and can be tried again. Stock that it put back stays as it is.', 'balcao' ), $amount, $refund['failure_reason'], $refund['id'] );
		}
		/* translators: 1: amount, 2: id of the refund */
		return sprintf( __( 'Refund of %1$s is on its way; the bank has not confirmed it yet (%2$s).', 'balcao' ), $amount, $refund['id'] );
	}

	/**
	 * The note for money that paid nothing and goes back.
	 *
	 * @param array $refund A refund of the service.
	 * @return string
	 */
	private static function returned_note( array $refund ) {
		$amount = Balcao_Orders::money( $refund['amount_minor'] );
		if ( 'succeeded' === $refund['status'] ) {
			/* translators: 1: amount, 2: id of the refund */
			return sprintf( __( 'A Pix of %1$s that did not pay this order has gone back to the buyer (%2$s).', 'balcao' ), $amount, $refund['id'] );
		}
		if ( 'failed' === $refund['status'] ) {
			/* translators: 1: amount, 2: reason, 3: id of the refund */
			return sprintf( __( 'A Pix of %1$s that did not pay this order could not be sent back: %2$s (%3$s). Please refund it in Balcão.', 'balcao' ), $amount, $refund['failure_reason'], $refund['id'] );
		}
		/* translators: 1: amount, 2: id of the refund */
		return sprintf( __( 'A Pix of %1$s that did not pay this order is on its way back (%2$s).', 'balcao' ), $amount, $refund['id'] );
	}

	/**
	 * The note for a refund that somebody else has made.
	 *
	 * @param array $refund       A refund of the service.
	 * @param int   $wc_refund_id Id of WooCommerce's refund, or 0.
	 * @return string
	 */
	private static function foreign_note( array $refund, $wc_refund_id ) {
		$amount = Balcao_Orders::money( $refund['amount_minor'] );
		$text   = 'bank' === $refund['origin']
			/* translators: 1: amount, 2: id of the refund */
			? sprintf( __( 'The bank has taken back %1$s (%2$s).', 'balcao' ), $amount, $refund['id'] )
			/* translators: 1: amount, 2: id of the refund, 3: its state */
			: sprintf( __( 'A refund of %1$s was made in Balcão (%2$s, %3$s).', 'balcao' ), $amount, $refund['id'], $refund['status'] );
		if ( ! $wc_refund_id && 'failed' !== $refund['status'] ) {
			$text .= ' ' . __( 'It could not be recorded as a refund of this order: please compare the amounts.', 'balcao' );
		}
		return $text;
	}

	/**
	 * Why a refund was not ordered, for the merchant.
	 *
	 * @param Exception $error What happened.
	 * @return string
	 */
	private static function explained( Exception $error ) {
		if ( $error instanceof Balcao_Api_Error ) {
			if ( 403 === $error->status ) {
				return __( 'The API client lacks the scope refunds:write. Give it the scope in Balcão, or refund there.', 'balcao' );
			}
			if ( $error->is_outage() ) {
				return __( 'Balcão did not answer. Try the same refund again: it is not paid twice.', 'balcao' );
			}
			if ( 401 === $error->status ) {
				return __( 'Balcão refuses the credentials. Check them in the settings of the payment method.', 'balcao' );
			}
		}
		return $error->getMessage();
	}
}
