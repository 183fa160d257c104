<?php
/**
 * The checkout session of an order.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Opens, replaces and cancels the one session by which an order can be paid.
 */
class Balcao_Sessions {

	/** The session that can be paid now, or an empty text. */
	const CURRENT = '_balcao_checkout_id';
	const URL     = '_balcao_checkout_url';
	const AMOUNT  = '_balcao_amount_minor';
	const UNTIL   = '_balcao_payable_until';

	/** How many sessions the order has had. */
	const NUMBER = '_balcao_session_number';

	/** Ids of all sessions that were ever this order's. */
	const ALL = '_balcao_checkout_ids';

	/** What an order keeps of its sessions besides their ids and address. */
	const OTHERS = array( self::CURRENT, self::AMOUNT, self::UNTIL, self::NUMBER );

	/** More than any order needs: each try that meets a dead session takes the next number. */
	const MAX_TRIES = 6;

	/**
	 * Orders that have changed in this request.
	 *
	 * @var array
	 */
	private static $changed = array();

	/**
	 * True while the order waits for its money.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function waits( $order ) {
		return $order->has_status( array( 'pending', 'on-hold', 'failed' ) ) && ! $order->get_date_paid() && 'balcao' === $order->get_payment_method();
	}

	/**
	 * True for an order whose code goes to the buyer by mail.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function mails_code( $order ) {
		return 'code' === Balcao_Settings::get( 'display' ) && $order->has_status( 'on-hold' ) && self::waits( $order );
	}

	/**
	 * The order's reference at the service.
	 *
	 * @param WC_Order $order  The order.
	 * @param int      $number Which of its sessions.
	 * @return string
	 */
	public static function external_id( $order, $number ) {
		return 'woocommerce-' . Balcao_Shop::id() . '-' . $order->get_id() . '-' . $number;
	}

	/**
	 * The session by which an order can be paid now. One that an order brought from the shop that
	 * this is a copy of is none.
	 *
	 * @param WC_Order $order The order.
	 * @return string Id of the checkout, or an empty text.
	 */
	public static function current( $order ) {
		$current = (string) $order->get_meta( self::CURRENT );
		return '' !== $current && Balcao_Known_Sessions::find( $current ) ? $current : '';
	}

	/**
	 * The order's session for its present total; another one is opened when there is none. Call it
	 * with the order locked.
	 *
	 * @param WC_Order $order The order.
	 * @return string Id of the checkout.
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 * @throws RuntimeException When the shop is elsewhere.
	 */
	public static function ensure( $order ) {
		if ( Balcao_Shop::is_elsewhere() ) {
			throw new RuntimeException( 'Balcão: the address of the shop has changed.' );
		}
		$current = self::current( $order );
		$total   = Balcao_Cart::cents( $order->get_total() );
		if ( '' !== $current ) {
			if ( (int) $order->get_meta( self::AMOUNT ) === $total && strtotime( (string) $order->get_meta( self::UNTIL ) ) > time() ) {
				return $current;
			}
			self::drop( $order );
		}
		$number = (int) $order->get_meta( self::NUMBER );
		for ( $try = 0; $try < self::MAX_TRIES; $try++ ) {
			++$number;
			$checkout = self::open( $order, $number );
			Balcao_Known_Sessions::name( (string) $checkout['external_id'], $checkout['id'] );
			if ( 'open' === $checkout['status'] && (int) $checkout['amount_total_minor'] === $total ) {
				self::keep( $order, $checkout, $number );
				if ( self::mails_code( $order ) ) {
					Balcao_Later::enqueue( 'mail', $checkout['id'] );
				}
				return $checkout['id'];
			}
			// Left behind by an attempt that was cut off, and no longer good for this order.
			self::remember( $order, $checkout['id'], $number );
			self::cancel_at_service( $checkout['id'] );
		}
		throw new Balcao_Api_Error( 409, array(), 'no session could be opened' );
	}

	/**
	 * Opens a session, or finds the one of this reference that was opened before.
	 *
	 * @param WC_Order $order  The order.
	 * @param int      $number Which of its sessions.
	 * @return array The checkout.
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	private static function open( $order, $number ) {
		$api         = Balcao_Api::from_settings();
		$external_id = self::external_id( $order, $number );
		$body        = Balcao_Cart::body( $order, $external_id );
		Balcao_Known_Sessions::expect( $order->get_id(), $external_id );
		// Optional fields are left out, one by one, when the service refuses them.
		$optional = array( 'customer', 'cancel_at', 'success_url', 'cancel_url' );
		while ( true ) {
			try {
				return $api->post( '/v1/cart_checkouts', $body, $external_id );
			} catch ( Balcao_Api_Error $error ) {
				$field = strtok( $error->param, '.' );
				if ( 409 === $error->status && 'checkout_external_id_already_exists' === $error->error_code ) {
					return $api->get( '/v1/checkouts/' . rawurlencode( $error->existing_id ) );
				}
				if ( 400 === $error->status && 0 === strpos( $error->param, 'items' ) && count( $body['items'] ) > 1 ) {
					wc_get_logger()->warning( "Order {$order->get_id()}: as one line: {$error->getMessage()}", array( 'source' => 'balcao' ) );
					$body['items'] = Balcao_Cart::whole( $order );
					continue;
				}
				if ( ! in_array( $error->status, array( 400, 409 ), true ) || ! in_array( $field, $optional, true ) || ! isset( $body[ $field ] ) ) {
					throw $error;
				}
				wc_get_logger()->warning( "Order {$order->get_id()}: without $field: {$error->getMessage()}", array( 'source' => 'balcao' ) );
				unset( $body[ $field ] );
			}
		}
	}

	/**
	 * Writes the session down.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $checkout The open checkout.
	 * @param int      $number   Which of its sessions.
	 */
	private static function keep( $order, array $checkout, $number ) {
		$until = empty( $checkout['cancel_at'] ) ? $checkout['expires_at'] : $checkout['cancel_at'];
		$order->update_meta_data( self::CURRENT, $checkout['id'] );
		$order->update_meta_data( self::URL, $checkout['checkout_url'] );
		$order->update_meta_data( self::AMOUNT, (string) $checkout['amount_total_minor'] );
		$order->update_meta_data( self::UNTIL, $until );
		self::remember( $order, $checkout['id'], $number );
		Balcao_Reconciler::begin( $checkout['created_at'] );
		Balcao_Reconciler::watch();
	}

	/**
	 * Writes down that a session was this order's.
	 *
	 * @param WC_Order $order  The order.
	 * @param string   $id     Id of the checkout.
	 * @param int      $number Which of its sessions.
	 */
	private static function remember( $order, $id, $number ) {
		$order->update_meta_data( self::NUMBER, (string) $number );
		$order->update_meta_data( self::ALL, array_values( array_unique( array_merge( self::all( $order ), array( $id ) ) ) ) );
		$order->save_meta_data();
	}

	/**
	 * All sessions of an order.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function all( $order ) {
		$all = $order->get_meta( self::ALL );
		return is_array( $all ) ? $all : array();
	}

	/**
	 * Ends the present session: the order is not paid by it any more. Call it with the order locked.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function drop( $order ) {
		$current = self::current( $order );
		if ( '' !== $current ) {
			self::clear( $order );
			$order->save_meta_data();
			self::cancel_at_service( $current );
		}
	}

	/**
	 * Takes the session from the order without saving it.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function clear( $order ) {
		$order->update_meta_data( self::CURRENT, '' );
		$order->update_meta_data( self::URL, '' );
	}

	/**
	 * Cancels a session at the service, later if it must be. One that is not open any more may have
	 * been paid in this very moment, so its order is looked at again.
	 *
	 * @param string $checkout_id Id of the checkout.
	 * @param int    $attempt     How many attempts there have been.
	 */
	public static function cancel_at_service( $checkout_id, $attempt = 0 ) {
		if ( ! Balcao_Known_Sessions::find( $checkout_id ) ) {
			return;
		}
		if ( Balcao_Shop::is_elsewhere() ) {
			Balcao_Later::enqueue( 'cancel', $checkout_id, Balcao_Later::PUT_OFF );
			return;
		}
		try {
			Balcao_Api::from_settings()->post( '/v1/checkouts/' . rawurlencode( $checkout_id ) . '/cancel' );
			Balcao_Known_Sessions::settle( $checkout_id, '' );
		} catch ( Balcao_Api_Error $error ) {
			if ( 409 === $error->status ) {
				Balcao_Later::enqueue( 'sync', $checkout_id );
			} elseif ( 404 === $error->status ) {
				Balcao_Known_Sessions::settle( $checkout_id, '' );
			} else {
				Balcao_Later::enqueue( 'cancel', $checkout_id, $attempt + 1 );
			}
		}
	}

	/**
	 * An order whose status says that nobody has to pay it: its session ends.
	 *
	 * @param int      $order_id Id of the order.
	 * @param string   $from     Status before.
	 * @param string   $to       Status now.
	 * @param WC_Order $order    The order.
	 */
	public static function on_status( $order_id, $from, $to, $order ) {
		if ( in_array( $to, array( 'cancelled', 'processing', 'completed', 'refunded' ), true ) ) {
			self::drop( $order );
		}
	}

	/**
	 * An order that is thrown away.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function on_removal( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order ) {
			self::drop( $order );
		}
	}

	/**
	 * An order that was saved: its session may not be for this total any more.
	 *
	 * @param int           $order_id Id of the order.
	 * @param WC_Order|null $order    The order.
	 */
	public static function on_update( $order_id, $order = null ) {
		$order = $order instanceof WC_Order ? $order : wc_get_order( $order_id );
		if ( $order instanceof WC_Order && '' !== self::current( $order ) ) {
			if ( 'balcao' !== $order->get_payment_method() || (int) $order->get_meta( self::AMOUNT ) !== Balcao_Cart::cents( $order->get_total() ) ) {
				self::$changed[ $order_id ] = true;
			}
		}
	}

	/**
	 * At the end of the request, when the totals are final: the changed orders get their new sessions.
	 */
	public static function refresh_changed() {
		$changed       = array_keys( self::$changed );
		self::$changed = array();
		foreach ( $changed as $order_id ) {
			try {
				self::refresh( $order_id );
			} catch ( Exception $error ) {
				Balcao_Later::enqueue( 'refresh', (string) $order_id, 1 );
			}
		}
	}

	/**
	 * Brings an order's session up to date: another one for another total, none for another gateway.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function refresh( $order_id ) {
		if ( Balcao_Shop::is_elsewhere() ) {
			Balcao_Later::enqueue( 'refresh', (string) $order_id, Balcao_Later::PUT_OFF );
			return;
		}
		Balcao_Lock::order(
			$order_id,
			function ( $order ) {
				if ( ! $order || '' === self::current( $order ) ) {
					return;
				}
				if ( ! self::waits( $order ) || $order->get_total() <= 0 ) {
					self::drop( $order );
					return;
				}
				$before = self::current( $order );
				if ( self::ensure( $order ) !== $before ) {
					$order->add_order_note( __( 'The order has changed: its old Pix code was canceled, and a new one is ready.', 'balcao' ) );
				}
			}
		);
	}
}
