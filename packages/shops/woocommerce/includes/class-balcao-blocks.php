<?php
/**
 * The block checkout.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/**
 * Tells the block checkout of the gateway.
 */
final class Balcao_Blocks extends AbstractPaymentMethodType {

	/**
	 * The gateway's id.
	 *
	 * @var string
	 */
	protected $name = 'balcao';

	/**
	 * Reads the settings.
	 */
	public function initialize() {
		$this->settings = get_option( Balcao_Settings::GATEWAY, array() );
	}

	/**
	 * The gateway.
	 *
	 * @return WC_Payment_Gateway|null
	 */
	private function gateway() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways['balcao'] ) ? $gateways['balcao'] : null;
	}

	/**
	 * True when the method can be chosen.
	 *
	 * @return bool
	 */
	public function is_active() {
		$gateway = $this->gateway();
		return $gateway && $gateway->is_available();
	}

	/**
	 * The script that registers it in the browser.
	 *
	 * @return array
	 */
	public function get_payment_method_script_handles() {
		wp_register_script(
			'balcao-blocks',
			plugins_url( 'assets/blocks.js', BALCAO_FILE ),
			array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ),
			BALCAO_VERSION,
			true
		);
		return array( 'balcao-blocks' );
	}

	/**
	 * The data that the script gets.
	 *
	 * @return array
	 */
	public function get_payment_method_data() {
		$gateway = $this->gateway();
		return array(
			'title'       => $gateway ? $gateway->get_title() : '',
			'description' => $gateway ? $gateway->get_description() : '',
			'supports'    => $gateway ? array_values( array_filter( $gateway->supports, array( $gateway, 'supports' ) ) ) : array(),
		);
	}
}
