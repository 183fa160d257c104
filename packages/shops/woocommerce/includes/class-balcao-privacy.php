<?php
/**
 * What the plugin keeps of a person.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Exporter and eraser of WordPress' tools for personal data: the CPF or CNPJ, and the ids of an
 * order's sessions, payments and refunds, by which Balcão knows the buyer.
 */
class Balcao_Privacy {

	/** Orders that are looked at in one request. */
	const BATCH = 10;

	/** A Pix can be sent back for so long, and its order needs to know it. */
	const REFUND_SECONDS = 90 * DAY_IN_SECONDS;

	/**
	 * Adds the hooks. The eraser comes before that of WooCommerce, after which no order has the e-mail.
	 */
	public static function add_hooks() {
		add_filter( 'wp_privacy_personal_data_exporters', array( __CLASS__, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( __CLASS__, 'add_eraser' ), 1 );
		add_action( 'admin_init', array( __CLASS__, 'suggest_policy' ) );
	}

	/**
	 * Adds the exporter.
	 *
	 * @param array $exporters WordPress' list.
	 * @return array
	 */
	public static function add_exporter( $exporters ) {
		$exporters['balcao'] = array(
			'exporter_friendly_name' => __( 'Balcão: Pix', 'balcao' ),
			'callback'               => array( __CLASS__, 'export' ),
		);
		return $exporters;
	}

	/**
	 * Adds the eraser.
	 *
	 * @param array $erasers WordPress' list.
	 * @return array
	 */
	public static function add_eraser( $erasers ) {
		$erasers['balcao'] = array(
			'eraser_friendly_name' => __( 'Balcão: Pix', 'balcao' ),
			'callback'             => array( __CLASS__, 'erase' ),
		);
		return $erasers;
	}

	/**
	 * Suggests a text for the shop's privacy policy.
	 */
	public static function suggest_policy() {
		if ( function_exists( 'wp_add_privacy_policy_content' ) ) {
			wp_add_privacy_policy_content( 'Balcão', wpautop( esc_html__( 'To be paid by Pix we send the lines and the total of your order, with your name, e-mail, phone and, when you give it, CPF or CNPJ, to the payment service that we run, and from there to our bank. With the order we keep the CPF or CNPJ and the ids of its payments and refunds.', 'balcao' ) ) );
		}
	}

	/**
	 * Names of what is kept, for the person.
	 *
	 * @return array Keys of an order's metadata → names.
	 */
	private static function names() {
		return array(
			Balcao_Tax_Id::META       => __( 'CPF or CNPJ', 'balcao' ),
			Balcao_Tax_Id::BLOCK_META => __( 'CPF or CNPJ', 'balcao' ),
			Balcao_Sessions::URL      => __( 'Payment page', 'balcao' ),
			Balcao_Sessions::ALL      => __( 'Sessions at Balcão', 'balcao' ),
			Balcao_Orders::PAYMENT    => __( 'Payment at Balcão', 'balcao' ),
			Balcao_Orders::SENT_BACK  => __( 'Payments that were sent back', 'balcao' ),
			Balcao_Refunds::KNOWN     => __( 'Refunds at Balcão', 'balcao' ),
		);
	}

	/**
	 * Orders of a person.
	 *
	 * @param string $email Of the request.
	 * @param int    $page  From 1.
	 * @return WC_Order[]
	 */
	private static function orders( $email, $page ) {
		$user = get_user_by( 'email', $email );
		return wc_get_orders(
			array(
				'type'     => 'shop_order',
				'limit'    => self::BATCH,
				'page'     => $page,
				'customer' => $user ? array( $email, $user->ID ) : array( $email ),
				'orderby'  => 'ID',
				'order'    => 'ASC',
			)
		);
	}

	/**
	 * Exports what is kept. An order's data stands with what WooCommerce says of it.
	 *
	 * @param string $email Of the request.
	 * @param int    $page  From 1.
	 * @return array
	 */
	public static function export( $email, $page = 1 ) {
		$user   = get_user_by( 'email', $email );
		$kept   = $user && 1 === (int) $page ? (string) get_user_meta( $user->ID, Balcao_Tax_Id::BLOCK_META, true ) : '';
		$items  = '' === $kept ? array() : array( self::item( 'woocommerce_customer', __( 'Customer Data', 'balcao' ), 'user', array( __( 'CPF or CNPJ', 'balcao' ) => $kept ) ) );
		$orders = self::orders( $email, $page );
		foreach ( $orders as $order ) {
			$data = array();
			foreach ( self::names() as $key => $name ) {
				$value = $order->get_meta( $key );
				if ( is_array( $value ) ) {
					$value = implode( ', ', Balcao_Refunds::KNOWN === $key ? array_keys( $value ) : $value );
				}
				if ( '' !== (string) $value ) {
					$data[ $name ] = (string) $value;
				}
			}
			if ( $data ) {
				$items[] = self::item( 'woocommerce_orders', __( 'Orders', 'balcao' ), 'order-' . $order->get_id(), $data );
			}
		}
		return array(
			'data' => $items,
			'done' => count( $orders ) < self::BATCH,
		);
	}

	/**
	 * An item of an export.
	 *
	 * @param string $group Id of its group.
	 * @param string $label Name of its group.
	 * @param string $id    Its own id.
	 * @param array  $data  Names → values.
	 * @return array
	 */
	private static function item( $group, $label, $id, array $data ) {
		$pairs = array();
		foreach ( $data as $name => $value ) {
			$pairs[] = compact( 'name', 'value' );
		}
		return array(
			'group_id'    => $group,
			'group_label' => $label,
			'item_id'     => $id,
			'data'        => $pairs,
		);
	}

	/**
	 * Erases the CPF or CNPJ at once, and the rest where no money can come or go any more.
	 *
	 * @param string $email Of the request.
	 * @param int    $page  From 1.
	 * @return array
	 */
	public static function erase( $email, $page = 1 ) {
		$answer = array(
			'items_removed'  => false,
			'items_retained' => false,
			'messages'       => array(),
		);
		$user   = get_user_by( 'email', $email );
		if ( $user && delete_user_meta( $user->ID, Balcao_Tax_Id::BLOCK_META ) ) {
			$answer['items_removed'] = true;
		}
		$orders = self::orders( $email, $page );
		foreach ( $orders as $order ) {
			$keys = array( Balcao_Tax_Id::META, Balcao_Tax_Id::BLOCK_META );
			if ( self::is_needed( $order ) ) {
				$answer['items_retained'] = true;
				/* translators: %s: number of the order */
				$answer['messages'][] = sprintf( __( 'The ids of the payments of order %s stay, since it can be paid or refunded by Pix.', 'balcao' ), $order->get_order_number() );
			} else {
				$keys = array_merge( array_keys( self::names() ), Balcao_Sessions::OTHERS, array( Balcao_Refunds::UNANSWERED, Balcao_Refunds::STATUS_BEFORE ) );
				Balcao_Known_Sessions::forget_order( $order->get_id() );
			}
			$answer['items_removed'] = self::remove( $order, $keys ) || $answer['items_removed'];
		}
		if ( $orders ) {
			$answer['messages'][] = __( 'The buyer is a customer at Balcão, too. Erase them there as well.', 'balcao' );
		}
		$answer['done'] = count( $orders ) < self::BATCH;
		return $answer;
	}

	/**
	 * True while an order has money to come, or to go back.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	private static function is_needed( $order ) {
		$paid = $order->get_date_paid();
		return Balcao_Known_Sessions::is_any_open( $order->get_id() )
			|| ( $paid && '' !== (string) $order->get_meta( Balcao_Orders::PAYMENT ) && $paid->getTimestamp() > time() - self::REFUND_SECONDS );
	}

	/**
	 * Takes metadata from an order.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $keys  Its keys.
	 * @return bool True when there was any.
	 */
	private static function remove( $order, array $keys ) {
		$removed = false;
		foreach ( $keys as $key ) {
			$removed = $removed || $order->meta_exists( $key );
			$order->delete_meta_data( $key );
		}
		$order->save_meta_data();
		return $removed;
	}
}
