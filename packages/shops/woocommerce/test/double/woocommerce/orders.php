<?php
/**
 * Orders and refunds of the double.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

class WC_Order extends WC_Data {

	protected $kind = 'order';
	protected $items = null;
	protected $transition = null;

	public function __construct( $id = 0 ) {
		if ( $id ) {
			$row         = $this->load( $id );
			$this->items = array();
			foreach ( (array) json_decode( $row['items'], true ) as $written ) {
				$this->items[] = $this->item( $written );
			}
		}
	}

	private function item( $written ) {
		$classes     = array(
			'line_item' => 'WC_Order_Item_Product',
			'shipping'  => 'WC_Order_Item_Shipping',
			'fee'       => 'WC_Order_Item_Fee',
			'coupon'    => 'WC_Order_Item_Coupon',
		);
		$item        = new $classes[ $written['type'] ]();
		$item->id    = $written['id'];
		$item->props = $written['props'];
		return $item;
	}

	public function __call( $method, $arguments ) {
		$name = substr( $method, 4 );
		if ( 0 === strpos( $method, 'set_' ) ) {
			return $this->set_prop( $name, $arguments[0] );
		}
		if ( 0 === strpos( $method, 'get_billing_' ) || in_array( $name, array( 'transaction_id', 'order_key', 'currency', 'payment_method', 'created_via' ), true ) ) {
			return (string) $this->prop( $name );
		}
		throw new BadMethodCallException( esc_html( $method ) );
	}

	public function get_date_paid() {
		return $this->prop( 'date_paid' ) ? new DateTime( '@' . $this->prop( 'date_paid' ) ) : null;
	}

	public function get_order_number() {
		return (string) $this->id;
	}

	public function get_formatted_billing_full_name() {
		return trim( $this->prop( 'billing_first_name' ) . ' ' . $this->prop( 'billing_last_name' ) );
	}

	public function get_total() {
		return (float) $this->prop( 'total' );
	}

	public function set_payment_method( $method = '' ) {
		$this->set_prop( 'payment_method', is_object( $method ) ? $method->id : $method );
	}

	public function get_status() {
		return $this->prop( 'status' ) ? $this->prop( 'status' ) : 'pending';
	}

	public function has_status( $status ) {
		return in_array( $this->get_status(), (array) $status, true );
	}

	public function set_status( $status, $note = '', $manual = false ) {
		$from = $this->get_status();
		if ( $from !== $status ) {
			$this->transition = array( $from, $status, $note );
		}
		$this->set_prop( 'status', $status );
		if ( in_array( $status, array( 'processing', 'completed' ), true ) && ! $this->prop( 'date_paid' ) ) {
			$this->set_prop( 'date_paid', time() );
		}
	}

	public function update_status( $status, $note = '', $manual = false ) {
		$this->set_status( $status, $note, $manual );
		$this->save();
		return true;
	}

	public function needs_payment() {
		return $this->has_status( array( 'pending', 'failed' ) ) && $this->get_total() > 0;
	}

	public function payment_complete( $transaction_id = '' ) {
		if ( ! $this->id ) {
			return false;
		}
		if ( $this->has_status( apply_filters( 'woocommerce_valid_order_statuses_for_payment_complete', array( 'on-hold', 'pending', 'failed', 'cancelled' ), $this ) ) ) {
			if ( $transaction_id ) {
				$this->set_prop( 'transaction_id', $transaction_id );
			}
			$this->set_status( 'processing' );
			$this->save();
			do_action( 'woocommerce_payment_complete', $this->id, $transaction_id );
		} else {
			do_action( 'woocommerce_payment_complete_order_status_' . $this->get_status(), $this->id, $transaction_id );
		}
		return true;
	}

	public function add_item( $item ) {
		$this->items   = (array) $this->items;
		$item->id      = count( $this->items ) + 1;
		$this->items[] = $item;
	}

	public function add_product( $product, $quantity = 1, $arguments = array() ) {
		$item = new WC_Order_Item_Product();
		$cost = $product->get_price() * $quantity;
		$item->set_props(
			array(
				'name'       => $product->get_name(),
				'product_id' => $product->get_id(),
				'quantity'   => $quantity,
				'subtotal'   => $cost,
				'total'      => $cost,
			)
		);
		$this->add_item( $item );
		return $item->id;
	}

	public function get_items( $types = 'line_item' ) {
		$found = array();
		foreach ( (array) $this->items as $item ) {
			if ( in_array( $item->type, (array) $types, true ) ) {
				$found[ $item->id ] = $item;
			}
		}
		return $found;
	}

	public function calculate_totals( $and_taxes = true ) {
		$total = 0.0;
		foreach ( (array) $this->items as $item ) {
			if ( 'coupon' !== $item->type ) {
				$total += (float) $item->get_total() + (float) $item->get_total_tax();
			}
		}
		$this->set_prop( 'total', round( $total, 2 ) );
		$this->save();
		return $total;
	}

	public function add_order_note( $note, $is_customer_note = 0, $added_by_user = false ) {
		global $wpdb;
		$wpdb->insert(
			$wpdb->prefix . 'double_notes',
			array(
				'order_id' => $this->id,
				'content'  => $note,
			)
		);
		return $wpdb->insert_id;
	}

	public function get_checkout_order_received_url() {
		$page = get_permalink( (int) get_option( 'woocommerce_checkout_page_id' ) );
		return add_query_arg(
			array(
				'order-received' => $this->id,
				'key'            => $this->get_order_key(),
			),
			$page
		);
	}

	public function get_checkout_payment_url( $on_checkout = false ) {
		return add_query_arg( 'pay_for_order', 'true', $this->get_checkout_order_received_url() );
	}

	public function get_refunds() {
		global $wpdb;
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}double_orders WHERE kind = 'refund' AND parent = %d", $this->id ) );
		return array_map( 'wc_get_order', $ids );
	}

	public function get_total_refunded() {
		$sum = 0.0;
		foreach ( $this->get_refunds() as $refund ) {
			$sum += (float) $refund->get_amount();
		}
		return $sum;
	}

	public function get_remaining_refund_amount() {
		return wc_format_decimal( $this->get_total() - $this->get_total_refunded(), 2 );
	}

	public function save() {
		$is_new  = ! $this->id;
		$written = array();
		foreach ( (array) $this->items as $item ) {
			$written[] = array(
				'id'    => $item->id,
				'type'  => $item->type,
				'props' => $item->props,
			);
		}
		$this->write( 0, null === $this->items ? null : $written );
		do_action( $is_new ? 'woocommerce_new_order' : 'woocommerce_update_order', $this->id, $this );
		$transition       = $this->transition;
		$this->transition = null;
		if ( $transition ) {
			list( $from, $to, $note ) = $transition;
			do_action( 'woocommerce_order_status_' . $to, $this->id, $this );
			$this->add_order_note( trim( "$note Order status changed from $from to $to." ) );
			do_action( "woocommerce_order_status_{$from}_to_{$to}", $this->id, $this );
			do_action( 'woocommerce_order_status_changed', $this->id, $from, $to, $this );
		}
		return $this->id;
	}

	public function delete( $force_delete = false ) {
		global $wpdb;
		if ( $force_delete ) {
			do_action( 'woocommerce_before_delete_order', $this->id, $this );
			$wpdb->delete( $wpdb->prefix . 'double_orders', array( 'id' => $this->id ) );
		} else {
			$this->set_status( 'trash' );
			$this->save();
			do_action( 'woocommerce_trash_order', $this->id );
		}
		return true;
	}
}

class WC_Order_Refund extends WC_Data {

	protected $kind = 'refund';

	public function __construct( $id = 0 ) {
		if ( $id ) {
			$this->load( $id );
		}
	}

	public function set_amount( $amount ) {
		$this->set_prop( 'amount', $amount );
	}

	public function get_amount() {
		return $this->prop( 'amount' );
	}

	public function set_parent_id( $id ) {
		$this->set_prop( 'parent_id', (int) $id );
	}

	public function get_parent_id() {
		return (int) $this->prop( 'parent_id' );
	}

	public function set_reason( $reason ) {
		$this->set_prop( 'reason', $reason );
	}

	public function get_reason() {
		return (string) $this->prop( 'reason' );
	}

	public function set_refunded_payment( $value ) {
		$this->set_prop( 'refunded_payment', (bool) $value );
	}

	public function save() {
		$this->write( $this->get_parent_id() );
		return $this->id;
	}

	public function delete( $force_delete = false ) {
		global $wpdb;
		$wpdb->delete( $wpdb->prefix . 'double_orders', array( 'id' => $this->id ) );
		$this->id = 0;
		return true;
	}
}

function wc_get_order( $the_order = false ) {
	global $wpdb;
	$id   = is_object( $the_order ) ? $the_order->get_id() : (int) $the_order;
	$kind = $wpdb->get_var( $wpdb->prepare( "SELECT kind FROM {$wpdb->prefix}double_orders WHERE id = %d", $id ) );
	if ( ! $kind ) {
		return false;
	}
	return 'refund' === $kind ? new WC_Order_Refund( $id ) : new WC_Order( $id );
}

/** Orders of a customer by e-mail, a page of them. */
function wc_get_orders( $args ) {
	global $wpdb;
	$orders = array();
	foreach ( $wpdb->get_col( "SELECT id FROM {$wpdb->prefix}double_orders WHERE kind = 'order' ORDER BY id" ) as $id ) {
		$order = wc_get_order( $id );
		if ( in_array( $order->get_billing_email(), $args['customer'], true ) ) {
			$orders[] = $order;
		}
	}
	return array_slice( $orders, ( $args['page'] - 1 ) * $args['limit'], $args['limit'] );
}

function wc_create_order( $args = array() ) {
	$order = new WC_Order();
	$order->set_status( 'pending' );
	$order->set_currency( get_woocommerce_currency() );
	$order->set_order_key( 'wc_order_' . wp_generate_password( 13, false ) );
	$order->save();
	return $order;
}

function wc_create_refund( $args = array() ) {
	$args   = wp_parse_args(
		$args,
		array(
			'amount'         => 0,
			'reason'         => null,
			'order_id'       => 0,
			'refund_payment' => false,
			'restock_items'  => false,
		)
	);
	$order  = wc_get_order( $args['order_id'] );
	$refund = new WC_Order_Refund();
	$left   = $order->get_remaining_refund_amount();
	if ( 0 > $args['amount'] || $args['amount'] > $left ) {
		return new WP_Error( 'error', 'Invalid refund amount.' );
	}
	$refund->set_amount( $args['amount'] );
	$refund->set_parent_id( $args['order_id'] );
	$refund->set_reason( (string) $args['reason'] );
	do_action( 'woocommerce_create_refund', $refund, $args );
	$refund->save();
	if ( $args['refund_payment'] ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		$result   = $gateways[ $order->get_payment_method() ]->process_refund( $order->get_id(), $refund->get_amount(), $refund->get_reason() );
		if ( true !== $result ) {
			$refund->delete();
			return is_wp_error( $result ) ? $result : new WP_Error( 'error', 'An error occurred.' );
		}
		$refund->set_refunded_payment( true );
		$refund->save();
	}
	if ( $left - $args['amount'] > 0 ) {
		do_action( 'woocommerce_order_partially_refunded', $order->get_id(), $refund->get_id() );
	} else {
		do_action( 'woocommerce_order_fully_refunded', $order->get_id(), $refund->get_id() );
		$order->update_status( 'refunded' );
	}
	$order->save();
	do_action( 'woocommerce_refund_created', $refund->get_id(), $args );
	do_action( 'woocommerce_order_refunded', $order->get_id(), $refund->get_id() );
	return $refund;
}

function wc_get_order_notes( $args ) {
	global $wpdb;
	return $wpdb->get_results( $wpdb->prepare( "SELECT id, content FROM {$wpdb->prefix}double_notes WHERE order_id = %d ORDER BY id", $args['order_id'] ) );
}
