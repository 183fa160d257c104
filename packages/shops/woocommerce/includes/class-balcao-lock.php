<?php
/**
 * One process at a time.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * A named lock of the database server: it ends with the connection, so no crash leaves one behind,
 * and the same connection may take it again within itself.
 */
class Balcao_Lock {

	/**
	 * Runs something while no other process runs anything under the same name.
	 *
	 * @param string   $name What is locked, such as `order_12`.
	 * @param callable $work What to do.
	 * @return mixed What it returns.
	 * @throws RuntimeException When another process holds the lock for too long.
	 */
	public static function run( $name, callable $work ) {
		global $wpdb;
		// At most 64 characters, and shared by everything on the same database server.
		$lock  = 'balcao_' . md5( DB_NAME . '|' . $wpdb->prefix . '|' . $name );
		$sql   = $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $lock, Balcao_Patience::left() );
		$taken = Balcao_Patience::spend(
			function () use ( $sql ) {
				global $wpdb;
				// phpcs:ignore WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching, WordPress.DB.PreparedSQL.NotPrepared
				return $wpdb->get_var( $sql );
			}
		);
		if ( '1' !== (string) $taken ) {
			throw new RuntimeException( esc_html( "Balcão: $name is busy." ) );
		}
		try {
			return call_user_func( $work );
		} finally {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching
			$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
		}
	}

	/**
	 * Runs something with an order as it is now in the database, alone.
	 *
	 * @param int      $order_id Id of the order.
	 * @param callable $work     What to do; it is given the order, or null when there is none.
	 * @return mixed What it returns.
	 * @throws RuntimeException When another process holds the lock for too long.
	 */
	public static function order( $order_id, callable $work ) {
		return self::run(
			'order_' . (int) $order_id,
			function () use ( $order_id, $work ) {
				return call_user_func( $work, self::fresh_order( $order_id ) );
			}
		);
	}

	/**
	 * Reads an order past the caches: another process may have changed it since this one last looked.
	 *
	 * @param int $order_id Id of the order.
	 * @return WC_Order|null
	 */
	private static function fresh_order( $order_id ) {
		$is_forgotten = self::forget_cached( (int) $order_id );
		$order        = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return null;
		}
		if ( ! $is_forgotten ) {
			// A new object reads its fields from the order's table or post.
			$kind  = get_class( $order );
			$order = new $kind( $order->get_id() );
		}
		$order->read_meta_data( true );
		return $order;
	}

	/**
	 * Takes an order out of the caches of WordPress and WooCommerce.
	 *
	 * @param int $order_id Id of the order.
	 * @return bool False when a cache failed, which stops no sale: the order is read anew all the same.
	 */
	private static function forget_cached( $order_id ) {
		// The container of WooCommerce 9 knows its classes by names without a leading backslash.
		$cache = 'Automattic\WooCommerce\Caches\OrderCache';
		try {
			clean_post_cache( $order_id );
			if ( class_exists( $cache ) ) {
				wc_get_container()->get( $cache )->remove( $order_id );
			}
			return true;
		} catch ( Throwable $error ) {
			wc_get_logger()->warning( "Order $order_id stays in a cache: " . $error->getMessage(), array( 'source' => 'balcao' ) );
			return false;
		}
	}
}
