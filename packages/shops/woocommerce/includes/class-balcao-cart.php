<?php
/**
 * An order as the service's cart.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Makes the body of `POST /v1/cart_checkouts`, whose items sum to the order's total to the cent.
 */
class Balcao_Cart {

	/** The service takes at most 100; one is left for what the lines lack of the total. */
	const MAX_ITEMS = 99;

	/** In characters, as the service counts them. */
	const MAX_NAME = 160;

	const MAX_QUANTITY = 9999;

	/** A session lives 24 hours; a minute is left for clocks that differ. */
	const MAX_HOLD_SECONDS = 86340;

	/**
	 * An amount of WooCommerce in cents.
	 *
	 * @param mixed $amount Such as `149.37`.
	 * @return int
	 */
	public static function cents( $amount ) {
		return (int) round( (float) $amount * 100 );
	}

	/**
	 * Text without markup, as a person reads it.
	 *
	 * @param string $text  Text that may have tags and HTML entities.
	 * @param string $other What to say when nothing is left.
	 * @return string At most as long as a name may be.
	 */
	public static function name( $text, $other ) {
		$plain = html_entity_decode( wp_strip_all_tags( wp_check_invalid_utf8( (string) $text, true ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$plain = trim( (string) preg_replace( '/[\s\x{00A0}\p{Cc}\p{Cf}]+/u', ' ', $plain ) );
		return mb_substr( '' === $plain ? $other : $plain, 0, self::MAX_NAME );
	}

	/**
	 * The whole body.
	 *
	 * @param WC_Order $order       The order.
	 * @param string   $external_id Its reference.
	 * @return array
	 */
	public static function body( $order, $external_id ) {
		$body     = array(
			'items'       => self::items( $order ),
			'currency'    => 'BRL',
			'external_id' => $external_id,
			'success_url' => $order->get_checkout_order_received_url(),
			// The way back to the shop, which leaves the order as it is.
			'cancel_url'  => 'code' === Balcao_Settings::get( 'display' ) ? $order->get_checkout_order_received_url() : $order->get_checkout_payment_url(),
			'metadata'    => array(
				'shop_id'      => Balcao_Shop::id(),
				'order_id'     => (string) $order->get_id(),
				'order_number' => (string) $order->get_order_number(),
			),
		);
		$customer = self::customer( $order );
		if ( $customer ) {
			$body['customer'] = $customer;
		}
		$seconds = self::hold_seconds();
		if ( $seconds > 0 ) {
			$body['cancel_at'] = gmdate( 'Y-m-d\TH:i:s\Z', time() + $seconds );
		}
		return $body;
	}

	/**
	 * How long WooCommerce holds the stock of an unpaid order.
	 *
	 * @return int 0 when it does not, or for longer than a session lives.
	 */
	private static function hold_seconds() {
		$seconds = 60 * (int) get_option( 'woocommerce_hold_stock_minutes' );
		$held    = $seconds > 0 && 'yes' === get_option( 'woocommerce_manage_stock' );
		return $held && $seconds <= self::MAX_HOLD_SECONDS ? $seconds : 0;
	}

	/**
	 * The buyer, when name and e-mail are known.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	private static function customer( $order ) {
		$email = (string) $order->get_billing_email();
		$name  = self::name( $order->get_formatted_billing_full_name(), self::name( $order->get_billing_company(), '' ) );
		if ( '' === $name || ! is_email( $email ) ) {
			return null;
		}
		$customer = array(
			'name'  => $name,
			'email' => $email,
		);
		$phone    = mb_substr( trim( (string) $order->get_billing_phone() ), 0, 32 );
		if ( '' !== $phone ) {
			$customer['phone'] = $phone;
		}
		$tax_id = Balcao_Tax_Id::of_order( $order );
		if ( '' !== $tax_id ) {
			$customer['tax_id'] = $tax_id;
		}
		return $customer;
	}

	/**
	 * The lines, taxes included, as the buyer pays them. The total is the shop's: gift cards, store
	 * credit, deposits and surcharges change it outside the lines, and one more line says by how much.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	public static function items( $order ) {
		$products = array();
		$given    = 0.0;
		foreach ( $order->get_items() as $item ) {
			$before     = (float) $item->get_subtotal() + (float) $item->get_subtotal_tax();
			$given     += $before - (float) $item->get_total() - (float) $item->get_total_tax();
			$products[] = self::line( $item->get_name(), self::cents( $before ), $item->get_quantity(), 'product' );
		}
		$others = array_merge( self::additions( $order ), self::discounts( $order, self::cents( $given ), count( $products ) ) );
		$items  = array_merge( self::folded( $products, max( 1, self::MAX_ITEMS - count( $others ) ) ), $others );
		$rest   = self::cents( $order->get_total() ) - self::sum( $items );
		if ( count( $items ) > self::MAX_ITEMS ) {
			return self::whole( $order );
		}
		if ( 0 !== $rest ) {
			$items[] = self::line( self::name_of_rest( $rest, count( $items ) ), $rest, 1, 'fee' );
		}
		return $items;
	}

	/**
	 * One line of the whole total, for an order whose lines the service would refuse.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	public static function whole( $order ) {
		/* translators: %s: number of the order */
		return array( self::line( sprintf( __( 'Order %s', 'balcao' ), $order->get_order_number() ), self::cents( $order->get_total() ), 1, 'product' ) );
	}

	/**
	 * What the lines lack of the total, or exceed it by. It is rounding up to half a unit of the
	 * shop's prices (a cent, or a real where they show none) for each line and for the total.
	 *
	 * @param int $rest  Cents.
	 * @param int $count How many lines there are.
	 * @return string
	 */
	private static function name_of_rest( $rest, $count ) {
		$unit = 10 ** max( 0, 2 - wc_get_price_decimals() );
		if ( 2 * abs( $rest ) <= $unit * ( $count + 1 ) ) {
			return __( 'Rounding', 'balcao' );
		}
		return $rest < 0 ? __( 'Discount', 'balcao' ) : __( 'Surcharge', 'balcao' );
	}

	/**
	 * Freight and fees.
	 *
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function additions( $order ) {
		$lines = array();
		foreach ( $order->get_items( 'shipping' ) as $item ) {
			$lines[] = self::line( $item->get_name(), self::cents( (float) $item->get_total() + (float) $item->get_total_tax() ), 1, 'shipping', __( 'Shipping', 'balcao' ) );
		}
		foreach ( $order->get_items( 'fee' ) as $item ) {
			$lines[] = self::line( $item->get_name(), self::cents( (float) $item->get_total() + (float) $item->get_total_tax() ), 1, 'fee', __( 'Fee', 'balcao' ) );
		}
		return $lines;
	}

	/**
	 * Coupons, and what was taken off the lines without one.
	 *
	 * @param WC_Order $order    The order.
	 * @param int      $given    Cents by which the lines are less than before.
	 * @param int      $rounding Cents that are rounding and no discount.
	 * @return array
	 */
	private static function discounts( $order, $given, $rounding ) {
		$lines = array();
		foreach ( $order->get_items( 'coupon' ) as $item ) {
			$cents = self::cents( (float) $item->get_discount() + (float) $item->get_discount_tax() );
			if ( $cents > 0 ) {
				/* translators: %s: code of a coupon */
				$lines[] = self::line( sprintf( __( 'Coupon %s', 'balcao' ), $item->get_code() ), -$cents, 1, 'discount' );
				$given  -= $cents;
			}
		}
		if ( $given > $rounding ) {
			$lines[] = self::line( __( 'Discount', 'balcao' ), -$given, 1, 'discount' );
		}
		return $lines;
	}

	/**
	 * One line.
	 *
	 * @param string    $text     Its name, as WooCommerce keeps it.
	 * @param int       $cents    What the whole line costs.
	 * @param int|float $quantity How many.
	 * @param string    $kind     `product`, `shipping`, `fee` or `discount`; a negative amount is a discount.
	 * @param string    $other    Name when it has none.
	 * @return array
	 */
	private static function line( $text, $cents, $quantity, $kind, $other = '' ) {
		$name = self::name( $text, '' === $other ? __( 'Item', 'balcao' ) : $other );
		$many = is_numeric( $quantity ) ? (float) $quantity : 1.0;
		// A price of one exists when it comes out even; else the line is one thing of its whole price.
		$even = $many >= 1 && $many <= self::MAX_QUANTITY && floor( $many ) === $many && 0 === $cents % (int) $many;
		if ( ! $even && 1.0 !== $many ) {
			$name = mb_substr( str_replace( '.', wc_get_price_decimal_separator(), (string) $many ) . ' × ' . $name, 0, self::MAX_NAME );
		}
		$count = $even ? (int) $many : 1;
		return array(
			'name'              => $name,
			'unit_amount_minor' => intdiv( $cents, $count ),
			'quantity'          => $count,
			'kind'              => $cents < 0 ? 'discount' : $kind,
		);
	}

	/**
	 * Puts the last products together when there are too many.
	 *
	 * @param array $products Lines.
	 * @param int   $most     How many there may be.
	 * @return array
	 */
	private static function folded( array $products, $most ) {
		if ( count( $products ) <= $most ) {
			return $products;
		}
		$rest   = array_slice( $products, $most - 1 );
		$kept   = array_slice( $products, 0, $most - 1 );
		$kept[] = self::line(
			/* translators: %d: number of lines */
			sprintf( _n( '%d further item', '%d further items', count( $rest ), 'balcao' ), count( $rest ) ),
			self::sum( $rest ),
			1,
			'product'
		);
		return $kept;
	}

	/**
	 * Sum of the lines.
	 *
	 * @param array $lines Lines.
	 * @return int
	 */
	private static function sum( array $lines ) {
		$sum = 0;
		foreach ( $lines as $line ) {
			$sum += $line['unit_amount_minor'] * $line['quantity'];
		}
		return $sum;
	}
}
