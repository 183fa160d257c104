<?php
/**
 * Products of the double, with stock.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

class WC_Product extends WC_Data {

	protected $kind  = 'product';
	protected $table = 'products';

	public function __construct( $id = 0 ) {
		if ( $id ) {
			$this->load( $id );
		}
	}

	public function set_name( $name ) {
		$this->set_prop( 'name', $name );
	}

	public function get_name() {
		return $this->prop( 'name' );
	}

	public function set_regular_price( $price ) {
		$this->set_prop( 'price', $price );
	}

	public function get_price() {
		return $this->prop( 'price' );
	}

	public function set_status( $status ) {
		$this->set_prop( 'status', $status );
	}

	public function set_manage_stock( $manage ) {
		$this->set_prop( 'manage_stock', (bool) $manage );
	}

	public function set_stock_quantity( $quantity ) {
		$this->set_prop( 'stock', (int) $quantity );
	}

	public function get_stock_quantity() {
		return (int) $this->prop( 'stock' );
	}

	public function managing_stock() {
		return (bool) $this->prop( 'manage_stock' );
	}

	public function get_stock_managed_by_id() {
		return $this->id;
	}

	public function backorders_allowed() {
		return false;
	}

	public function is_in_stock() {
		return ! $this->managing_stock() || $this->get_stock_quantity() > 0;
	}

	public function save() {
		$this->write();
		return $this->id;
	}
}

class WC_Product_Simple extends WC_Product {}

function wc_get_product( $id ) {
	try {
		return new WC_Product_Simple( $id );
	} catch ( Exception $error ) {
		return false;
	}
}

function wc_get_held_stock_quantity( WC_Product $product, $exclude_order_id = 0 ) {
	return 0;
}
