<?php
/**
 * The payment method.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * The gateway `balcao` of WooCommerce.
 */
class Balcao_Gateway extends WC_Payment_Gateway {

	/**
	 * Reads the settings.
	 */
	public function __construct() {
		$this->id                 = 'balcao';
		$this->has_fields         = true;
		$this->method_title       = __( 'Balcão: Pix', 'balcao' );
		$this->method_description = __( 'Pix through your own Balcão service.', 'balcao' );
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/**
	 * The settings.
	 */
	public function init_form_fields() {
		$this->form_fields = array(
			'enabled'       => array(
				'title'   => __( 'Enable', 'balcao' ),
				'type'    => 'checkbox',
				'label'   => __( 'Take Pix through Balcão', 'balcao' ),
				'default' => 'no',
			),
			'title'         => array(
				'title'   => __( 'Title', 'balcao' ),
				'type'    => 'text',
				'default' => __( 'Pix', 'balcao' ),
			),
			'description'   => array(
				'title'   => __( 'Description', 'balcao' ),
				'type'    => 'textarea',
				'default' => __( 'Pay within seconds in the app of your bank.', 'balcao' ),
			),
			'base_url'      => array(
				'title'       => __( 'Address of the service', 'balcao' ),
				'type'        => 'text',
				'description' => __( 'The BASE_URL of your Balcão service, such as https://pix.example.com.', 'balcao' ),
				'default'     => '',
			),
			'client_id'     => array(
				'title'       => __( 'Client ID', 'balcao' ),
				'type'        => 'text',
				'description' => __( 'Of an API client with the scopes checkouts:read, checkouts:write, customers:write, refunds:write, account:read and account:write.', 'balcao' ),
				'default'     => '',
			),
			'client_secret' => array(
				'title'       => __( 'Client Secret', 'balcao' ),
				'type'        => 'password',
				'description' => __( 'It is not shown again. Leave it empty to keep the present one.', 'balcao' ),
				'default'     => '',
			),
			'display'       => array(
				'title'   => __( 'The buyer pays', 'balcao' ),
				'type'    => 'select',
				'options' => array(
					'code'     => __( 'by the code on the page of the order and in its mail', 'balcao' ),
					'redirect' => __( 'on the payment page of Balcão', 'balcao' ),
				),
				'default' => 'code',
			),
		);
	}

	/**
	 * Saves the settings, and sees whether they work: also the same ones once more, of which
	 * WordPress tells nobody.
	 *
	 * @return bool True when they were saved.
	 */
	public function process_admin_options() {
		$saved = parent::process_admin_options();
		Balcao_Setup::verify_once();
		return $saved;
	}

	/**
	 * The form of the settings. Without TLS, secret and customers' data can be read on their way.
	 */
	public function admin_options() {
		if ( Balcao_Setup::is_readable_by_others( Balcao_Settings::get( 'base_url' ) ) ) {
			echo '<div class="notice notice-warning inline"><p>' . esc_html__( 'The address of the service begins with http://: the Client Secret and the data of your customers can be read on their way there. Use https://.', 'balcao' ) . '</p></div>';
		}
		parent::admin_options();
	}

	/**
	 * The field of the secret, which does not show it.
	 *
	 * @param string $key  Name of the setting.
	 * @param array  $data Its form field.
	 * @return string
	 */
	public function generate_password_html( $key, $data ) {
		$kept                   = $this->settings;
		$this->settings[ $key ] = '';
		$html                   = parent::generate_password_html( $key, $data );
		$this->settings         = $kept;
		return $html;
	}

	/**
	 * An empty secret keeps the present one.
	 *
	 * @param string      $key   Name of the setting.
	 * @param string|null $value What was typed.
	 * @return string
	 */
	public function validate_client_secret_field( $key, $value ) {
		$typed = trim( wp_unslash( (string) $value ) );
		return '' === $typed ? (string) $this->get_option( $key ) : $typed;
	}

	/**
	 * An address without a slash at its end.
	 *
	 * @param string      $key   Name of the setting.
	 * @param string|null $value What was typed.
	 * @return string
	 */
	public function validate_base_url_field( $key, $value ) {
		$typed = untrailingslashit( trim( wp_unslash( (string) $value ) ) );
		if ( '' !== $typed && ! preg_match( '#^https?://[^/?\#@\s]+(/[^?\#\s]*)?$#i', $typed ) ) {
			WC_Admin_Settings::add_error( __( 'The address of the service has to begin with https:// or http://. The one before was kept.', 'balcao' ) );
			return (string) $this->get_option( $key );
		}
		return $typed;
	}

	/**
	 * True while settings are missing.
	 *
	 * @return bool
	 */
	public function needs_setup() {
		return ! Balcao_Settings::are_complete();
	}

	/**
	 * True when the method can be chosen: Pix is paid in reais only.
	 *
	 * @return bool
	 */
	public function is_available() {
		if ( ! parent::is_available() || ! Balcao_Settings::are_complete() || Balcao_Shop::is_elsewhere() ) {
			return false;
		}
		$order_id = function_exists( 'get_query_var' ) ? absint( get_query_var( 'order-pay' ) ) : 0;
		$order    = $order_id ? wc_get_order( $order_id ) : false;
		return 'BRL' === ( $order ? $order->get_currency() : get_woocommerce_currency() );
	}

	/**
	 * Shows text and fields below the method's name in the classic checkout.
	 */
	public function payment_fields() {
		if ( $this->description ) {
			echo wp_kses_post( wpautop( wptexturize( $this->description ) ) );
		}
		if ( Balcao_Tax_Id::shop_asks() ) {
			return;
		}
		woocommerce_form_field(
			'balcao_tax_id',
			array(
				'type'              => 'text',
				'label'             => __( 'CPF or CNPJ', 'balcao' ),
				'required'          => false,
				'maxlength'         => 20,
				'custom_attributes' => array( 'inputmode' => 'text' ),
			),
			Balcao_Tax_Id::posted()
		);
	}

	/**
	 * Checks the fields of the classic checkout.
	 *
	 * @return bool
	 */
	public function validate_fields() {
		$refusal = Balcao_Tax_Id::refusal( Balcao_Tax_Id::posted() );
		if ( $refusal ) {
			wc_add_notice( $refusal->get_error_message(), 'error' );
			return false;
		}
		return true;
	}

	/**
	 * Opens the order's session, and leads the buyer to its code.
	 *
	 * @param int $order_id Id of the order.
	 * @return array
	 * @throws Exception When it cannot be paid, for the buyer: both checkouts show its message.
	 */
	public function process_payment( $order_id ) {
		try {
			$order = Balcao_Lock::order( $order_id, array( $this, 'open' ) );
			Balcao_Webhook::ensure();
		} catch ( Exception $error ) {
			wc_get_logger()->error( "Order $order_id: " . $error->getMessage(), array( 'source' => 'balcao' ) );
			// The order stays as it is, and the next attempt takes it up again.
			throw new Exception( esc_html__( 'Pix cannot be paid at this moment. Your order is kept: please try again in a minute, or choose another method.', 'balcao' ) );
		}
		if ( ! $order ) {
			throw new Exception( esc_html__( 'Pix takes Brazilian reais only.', 'balcao' ) );
		}
		$page = $this->get_return_url( $order );
		if ( 'redirect' === Balcao_Settings::get( 'display' ) && Balcao_Sessions::waits( $order ) ) {
			$page = (string) $order->get_meta( Balcao_Sessions::URL );
		} elseif ( WC()->cart ) {
			WC()->cart->empty_cart();
		}
		return array(
			'result'   => 'success',
			'redirect' => $page,
		);
	}

	/**
	 * Opens the session of an order that is locked.
	 *
	 * @param WC_Order|null $order The order.
	 * @return WC_Order|null Null when it cannot be paid by Pix.
	 * @throws Balcao_Api_Error When the service refuses it or is away.
	 */
	public function open( $order ) {
		if ( ! $order || 'BRL' !== $order->get_currency() ) {
			return null;
		}
		if ( $order->get_date_paid() ) {
			return $order;
		}
		$tax_id = Balcao_Tax_Id::posted();
		if ( Balcao_Tax_Id::is_valid( $tax_id ) ) {
			$order->update_meta_data( Balcao_Tax_Id::META, $tax_id );
			$order->save_meta_data();
		}
		if ( 'balcao' !== $order->get_payment_method() ) {
			$order->set_payment_method( $this );
			$order->save();
		}
		$checkout_id = Balcao_Sessions::ensure( $order );
		if ( 'code' === Balcao_Settings::get( 'display' ) && ! $order->has_status( 'on-hold' ) ) {
			// The mail that goes out with the status shows the code; one that takes its time follows.
			if ( ! Balcao_Code::of( $checkout_id ) ) {
				Balcao_Later::enqueue( 'mail', $checkout_id, 1 );
			}
			$order->update_status( 'on-hold', __( 'Waiting for the Pix.', 'balcao' ) );
		}
		return $order;
	}

	/**
	 * True when the order can be refunded from its page.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public function can_refund_order( $order ) {
		return parent::can_refund_order( $order ) && Balcao_Refunds::can_order( $order );
	}

	/**
	 * The payment in the dashboard of the service, to which the order's page leads.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	public function get_transaction_url( $order ) {
		$payment_id                 = (string) $order->get_meta( Balcao_Orders::PAYMENT );
		$this->view_transaction_url = '' === $payment_id ? '' : str_replace( '%', '%%', Balcao_Settings::get( 'base_url' ) . '/dashboard/payments/' . rawurlencode( $payment_id ) );
		return parent::get_transaction_url( $order );
	}

	/**
	 * Sends money back.
	 *
	 * @param int        $order_id Id of the order.
	 * @param float|null $amount   How much; all that is left when it is null.
	 * @param string     $reason   Why.
	 * @return bool|WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return Balcao_Refunds::order( $order_id, $amount, $reason );
	}
}
