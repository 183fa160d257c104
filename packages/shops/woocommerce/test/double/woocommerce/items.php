<?php
/**
 * Lines of the double's orders.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

class WC_Order_Item {

	public $id    = 0;
	public $type  = '';
	public $props = array();

	public function __call( $method, $arguments ) {
		$name = substr( $method, 4 );
		if ( 0 === strpos( $method, 'set_' ) ) {
			$this->props[ $name ] = $arguments[0];
			return null;
		}
		if ( 0 !== strpos( $method, 'get_' ) ) {
			throw new BadMethodCallException( $method );
		}
		return isset( $this->props[ $name ] ) ? $this->props[ $name ] : '';
	}

	public function get_id() {
		return $this->id;
	}

	public function set_props( $props ) {
		$this->props = array_merge( $this->props, $props );
	}
}

class WC_Order_Item_Product extends WC_Order_Item {

	public $type = 'line_item';

	public function get_quantity() {
		return isset( $this->props['quantity'] ) ? $this->props['quantity'] : 1;
	}

	public function get_product() {
		return empty( $this->props['product_id'] ) ? false : wc_get_product( $this->props['product_id'] );
	}
}

class WC_Order_Item_Shipping extends WC_Order_Item {
	public $type = 'shipping';

	public function set_method_title( $title ) {
		$this->props['name'] = $title;
	}
}

class WC_Order_Item_Fee extends WC_Order_Item {
	public $type = 'fee';
}

class WC_Order_Item_Coupon extends WC_Order_Item {
	public $type = 'coupon';

	public function set_code( $code ) {
		$this->props['code'] = $code;
		$this->props['name'] = $code;
	}
}
