<?php
/**
 * The sessions of this database.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * A table of every session that this shop has opened, which outlives the orders. Money is sent
 * back, and a session cancelled, only when it stands here.
 *
 * Each has the order's id, the session's reference (`external_id`), the `checkout_id` once the
 * service has answered, and the `payment_id` once its money is seen to: an empty text when it ended
 * without any.
 */
class Balcao_Known_Sessions {

	/** Orders that are read at a time. */
	const BATCH = 500;

	/**
	 * The table's name.
	 *
	 * @return string
	 */
	private static function table() {
		global $wpdb;
		return $wpdb->prefix . 'balcao_sessions';
	}

	/**
	 * Makes the table.
	 */
	public static function make_table() {
		global $wpdb;
		$wpdb->query( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			'CREATE TABLE IF NOT EXISTS ' . self::table() . ' (' // phpcs:ignore WordPress.DB
			. 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, order_id BIGINT UNSIGNED NOT NULL,'
			. ' external_id VARCHAR(191) NULL, checkout_id VARCHAR(191) NULL, payment_id VARCHAR(191) NULL,'
			. ' PRIMARY KEY (id), UNIQUE KEY external_id (external_id), UNIQUE KEY checkout_id (checkout_id),'
			. ' KEY order_id (order_id), KEY payment_id (payment_id)) ' . $wpdb->get_charset_collate()
		);
	}

	/**
	 * Removes the table, as when the plugin is uninstalled.
	 */
	public static function drop_table() {
		global $wpdb;
		$wpdb->query( 'DROP TABLE IF EXISTS ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Knows no session any more, as in a copy of another shop.
	 */
	public static function forget_all() {
		global $wpdb;
		$wpdb->query( 'DELETE FROM ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Writes a session down before it is opened.
	 *
	 * @param int    $order_id    Id of the order.
	 * @param string $external_id The session's reference.
	 * @throws RuntimeException When the database does not take it: its money could not be seen to.
	 */
	public static function expect( $order_id, $external_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB
		$written = $wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO ' . self::table() . ' (order_id, external_id) VALUES (%d, %s)', $order_id, $external_id ) );
		if ( false === $written ) {
			throw new RuntimeException( 'Balcão: the session could not be written down.' );
		}
	}

	/**
	 * Writes down the id by which the service knows an expected session.
	 *
	 * @param string $external_id The session's reference.
	 * @param string $checkout_id Id of the checkout.
	 */
	public static function name( $external_id, $checkout_id ) {
		global $wpdb;
		$wpdb->update( self::table(), array( 'checkout_id' => $checkout_id ), array( 'external_id' => $external_id ) ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Writes down that the money of a session is seen to: it has paid its order, goes back, or will
	 * not come.
	 *
	 * @param string $checkout_id Id of the checkout.
	 * @param string $payment_id  Id of the payment, or an empty text.
	 */
	public static function settle( $checkout_id, $payment_id ) {
		global $wpdb;
		$wpdb->update( self::table(), array( 'payment_id' => $payment_id ), array( 'checkout_id' => $checkout_id ) ); // phpcs:ignore WordPress.DB
	}

	/**
	 * True while the money of a session may come.
	 *
	 * @param int $order_id Of this order; 0 for any.
	 * @return bool
	 */
	public static function is_any_open( $order_id = 0 ) {
		global $wpdb;
		$of_order = $order_id ? $wpdb->prepare( ' AND order_id = %d', $order_id ) : '';
		return (bool) $wpdb->get_var( 'SELECT 1 FROM ' . self::table() . " WHERE payment_id IS NULL AND checkout_id IS NOT NULL$of_order LIMIT 1" ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Forgets the sessions of an order whose buyer is to be forgotten.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function forget_order( $order_id ) {
		global $wpdb;
		$wpdb->delete( self::table(), array( 'order_id' => $order_id ) ); // phpcs:ignore WordPress.DB
	}

	/**
	 * A session as this database knows it.
	 *
	 * @param string $checkout_id Id of the checkout.
	 * @return array|null `order_id` and `payment_id`.
	 */
	public static function find( $checkout_id ) {
		global $wpdb;
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT order_id, payment_id FROM ' . self::table() . ' WHERE checkout_id = %s', $checkout_id ), ARRAY_A ); // phpcs:ignore WordPress.DB
		return $row ? $row : null;
	}

	/**
	 * A session that the service shows. One that was opened by a process that ended before it read
	 * the answer is known by its reference.
	 *
	 * @param array $checkout The service's checkout.
	 * @return array|null `order_id` and `payment_id`; null when it is another shop's.
	 */
	public static function of( array $checkout ) {
		$metadata = isset( $checkout['metadata'] ) && is_array( $checkout['metadata'] ) ? $checkout['metadata'] : array();
		if ( isset( $metadata['shop_id'] ) && Balcao_Shop::id() !== $metadata['shop_id'] ) {
			return null;
		}
		$known = self::find( $checkout['id'] );
		if ( ! $known && ! empty( $checkout['external_id'] ) ) {
			self::name( $checkout['external_id'], $checkout['id'] );
			$known = self::find( $checkout['id'] );
		}
		return $known;
	}

	/**
	 * True when this database has opened a session for an order.
	 *
	 * @param int $order_id Id of the order.
	 * @return bool
	 */
	public static function has_order( $order_id ) {
		global $wpdb;
		return (bool) $wpdb->get_var( $wpdb->prepare( 'SELECT 1 FROM ' . self::table() . ' WHERE order_id = %d LIMIT 1', $order_id ) ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Takes over the sessions that orders name, as earlier versions kept them.
	 */
	public static function take_from_orders() {
		global $wpdb;
		$sources = array(
			array( $wpdb->postmeta, 'meta_id', 'post_id' ),
			array( $wpdb->prefix . 'wc_orders_meta', 'id', 'order_id' ),
		);
		foreach ( $sources as list( $table, $key, $order ) ) {
			if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) !== $table ) { // phpcs:ignore WordPress.DB
				continue;
			}
			$last = 0;
			do {
				$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT s.$key AS id, s.$order AS order_id, s.meta_value AS sessions, p.meta_value AS payment, c.meta_value AS current FROM $table s LEFT JOIN $table p ON p.$order = s.$order AND p.meta_key = %s LEFT JOIN $table c ON c.$order = s.$order AND c.meta_key = %s WHERE s.meta_key = %s AND s.$key > %d ORDER BY s.$key LIMIT %d", Balcao_Orders::PAYMENT, Balcao_Sessions::CURRENT, Balcao_Sessions::ALL, $last, self::BATCH ), ARRAY_A ); // phpcs:ignore WordPress.DB
				$count = count( $rows );
				foreach ( $rows as $row ) {
					$last = $row['id'];
					self::take( (int) $row['order_id'], maybe_unserialize( $row['sessions'] ), (string) $row['payment'], (string) $row['current'] );
				}
			} while ( self::BATCH === $count );
		}
	}

	/**
	 * Takes over the sessions of one order. The payment that it has is seen to.
	 *
	 * @param int    $order_id     Id of the order.
	 * @param mixed  $checkout_ids What the order has kept.
	 * @param string $payment_id   The payment that has paid it, or an empty text.
	 * @param string $current      The session that can still be paid, or an empty text.
	 */
	private static function take( $order_id, $checkout_ids, $payment_id, $current ) {
		global $wpdb;
		foreach ( is_array( $checkout_ids ) ? $checkout_ids : array() as $checkout_id ) {
			// phpcs:ignore WordPress.DB
			$wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO ' . self::table() . ' (order_id, checkout_id, payment_id) VALUES (%d, %s, %s)', $order_id, $checkout_id, $payment_id ) );
		}
		if ( '' !== $current ) {
			$wpdb->update( self::table(), array( 'payment_id' => null ), array( 'checkout_id' => $current ) ); // phpcs:ignore WordPress.DB
		}
	}
}
