<?php
/**
 * Payment methods of the double.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

abstract class WC_Settings_API {

	public $plugin_id = 'woocommerce_';
	public $id = '';
	public $settings = array();
	public $form_fields = array();

	public function get_option_key() {
		return $this->plugin_id . $this->id . '_settings';
	}

	public function init_settings() {
		$this->settings = get_option( $this->get_option_key(), null );
		if ( ! is_array( $this->settings ) ) {
			$this->settings = wp_list_pluck( $this->form_fields, 'default' );
		}
	}

	public function get_option( $key, $empty_value = null ) {
		if ( ! isset( $this->settings[ $key ] ) ) {
			$this->settings[ $key ] = isset( $this->form_fields[ $key ]['default'] ) ? $this->form_fields[ $key ]['default'] : '';
		}
		return $this->settings[ $key ];
	}

	public function get_field_key( $key ) {
		return $this->plugin_id . $this->id . '_' . $key;
	}

	public function generate_text_html( $key, $data ) {
		return sprintf( '<input type="%s" name="%s" value="%s">', esc_attr( $data['type'] ), esc_attr( $this->get_field_key( $key ) ), esc_attr( $this->get_option( $key ) ) );
	}

	public function generate_password_html( $key, $data ) {
		$data['type'] = 'password';
		return $this->generate_text_html( $key, $data );
	}

	public function generate_settings_html( $form_fields = array(), $echo = true ) {
		$html = '';
		foreach ( $this->form_fields as $key => $data ) {
			$html .= method_exists( $this, "generate_{$data['type']}_html" ) ? $this->{"generate_{$data['type']}_html"}( $key, $data ) : $this->generate_text_html( $key, $data );
		}
		if ( $echo ) {
			echo $html;
		}
		return $html;
	}

	public function set_post_data( $data = array() ) {
		$_POST = $data;
	}

	public function process_admin_options() {
		foreach ( $this->form_fields as $key => $field ) {
			$value = isset( $_POST[ $this->get_field_key( $key ) ] ) ? $_POST[ $this->get_field_key( $key ) ] : null;
			if ( is_callable( array( $this, "validate_{$key}_field" ) ) ) {
				$value = $this->{"validate_{$key}_field"}( $key, $value );
			} elseif ( 'checkbox' === $field['type'] ) {
				$value = null === $value ? 'no' : 'yes';
			} else {
				$value = trim( wp_unslash( (string) $value ) );
			}
			$this->settings[ $key ] = $value;
		}
		return update_option( $this->get_option_key(), $this->settings, 'yes' );
	}
}

abstract class WC_Payment_Gateway extends WC_Settings_API {

	public $enabled = 'yes';
	public $title = '';
	public $description = '';
	public $method_title = '';
	public $method_description = '';
	public $has_fields = false;
	public $supports = array( 'products' );

	public function init_settings() {
		parent::init_settings();
		$this->enabled = ! empty( $this->settings['enabled'] ) && 'yes' === $this->settings['enabled'] ? 'yes' : 'no';
	}

	public function is_available() {
		return 'yes' === $this->enabled;
	}

	public function supports( $feature ) {
		return in_array( $feature, $this->supports, true );
	}

	public function get_title() {
		return $this->title;
	}

	public function get_description() {
		return $this->description;
	}

	public function get_return_url( $order = null ) {
		return $order->get_checkout_order_received_url();
	}

	public $view_transaction_url = '';

	public function get_transaction_url( $order ) {
		$id = $order->get_transaction_id();
		return $this->view_transaction_url && $id ? sprintf( $this->view_transaction_url, $id ) : '';
	}

	public function admin_options() {
		$this->generate_settings_html();
	}

	public function can_refund_order( $order ) {
		return $order && $this->supports( 'refunds' );
	}

	public function process_payment( $order_id ) {
		return array();
	}

	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return false;
	}

	public function validate_fields() {
		return true;
	}

	public function payment_fields() {}
}

class WC_Admin_Settings {

	public static $errors = array();

	public static function add_error( $text ) {
		self::$errors[] = $text;
	}
}

class WC_Payment_Gateways {

	private $gateways = null;

	public function payment_gateways() {
		if ( null === $this->gateways ) {
			$this->gateways = array();
			foreach ( apply_filters( 'woocommerce_payment_gateways', array() ) as $class ) {
				$gateway                        = new $class();
				$this->gateways[ $gateway->id ] = $gateway;
			}
		}
		return $this->gateways;
	}

	public function get_available_payment_gateways() {
		return array_filter(
			$this->payment_gateways(),
			function ( $gateway ) {
				return $gateway->is_available();
			}
		);
	}
}

class WC_Checkout {

	public function get_checkout_fields( $fieldset = '' ) {
		$fields = apply_filters( 'woocommerce_checkout_fields', array( 'billing' => array( 'billing_email' => array() ) ) );
		return '' === $fieldset ? $fields : $fields[ $fieldset ];
	}
}

final class WooCommerce {

	public $cart = null;
	private $gateways = null;

	public function payment_gateways() {
		$this->gateways = $this->gateways ? $this->gateways : new WC_Payment_Gateways();
		return $this->gateways;
	}

	public function checkout() {
		return new WC_Checkout();
	}

	public function mailer() {
		return new WC_Emails();
	}
}

function WC() {
	static $instance = null;
	$instance        = $instance ? $instance : new WooCommerce();
	return $instance;
}
