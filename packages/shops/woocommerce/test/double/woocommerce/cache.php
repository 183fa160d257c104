<?php
/**
 * The container of the double and its cache of orders, as WooCommerce 9.2.5 has them.
 *
 * @package Balcao\Test
 */

namespace Automattic\WooCommerce\Caches;

defined( 'ABSPATH' ) || exit;

class OrderCache {

	public function remove( $id ): bool {
		return false !== wp_cache_delete( $id, 'orders' );
	}
}

class BalcaoDoubleContainer {

	/** Knows a class by its exact name, without a leading backslash (league/container). */
	public function get( string $id ) {
		if ( OrderCache::class !== $id ) {
			throw new \Exception( esc_html( "Alias ($id) is not being managed by the container or delegates" ) );
		}
		return new OrderCache();
	}
}
