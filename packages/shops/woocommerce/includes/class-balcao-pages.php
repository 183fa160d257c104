<?php
/**
 * Pages for the buyer.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * The code on the order's page, and the live state.
 */
class Balcao_Pages {

	/** The service is asked at most this often about an order whose page is open. */
	const LOOK_SECONDS = 8;

	/** The block with the headline of the thank-you page. */
	const HEADLINE = 'woocommerce/order-confirmation-status';

	/**
	 * The order to show below the block of the headline, or 0.
	 *
	 * @var int
	 */
	private static $below_headline = 0;

	/**
	 * True once the thank-you page has the code.
	 *
	 * @var bool
	 */
	private static $is_shown = false;

	/**
	 * Adds the routes of the live state and of the picture.
	 */
	public static function register_routes() {
		register_rest_route(
			'balcao/v1',
			'/orders/(?P<id>\d+)/state',
			array(
				'methods'             => 'GET',
				'callback'            => array( __CLASS__, 'answer_state' ),
				'permission_callback' => array( __CLASS__, 'has_order_key' ),
			)
		);
		register_rest_route(
			'balcao/v1',
			'/orders/(?P<id>\d+)/qr',
			array(
				'methods'             => 'GET',
				'callback'            => array( __CLASS__, 'answer_picture' ),
				'permission_callback' => array( __CLASS__, 'has_signature' ),
			)
		);
		add_filter( 'rest_pre_serve_request', array( __CLASS__, 'serve_picture' ), 10, 2 );
	}

	/**
	 * The order that a request names, if it was paid through this gateway.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WC_Order|null
	 */
	private static function order_of( $request ) {
		$order = wc_get_order( absint( $request['id'] ) );
		return $order instanceof WC_Order && 'balcao' === $order->get_payment_method() ? $order : null;
	}

	/**
	 * True when a request carries the order's own key, as the address of its page does.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function has_order_key( $request ) {
		$order = self::order_of( $request );
		return $order && '' !== $order->get_order_key() && hash_equals( $order->get_order_key(), (string) $request['key'] );
	}

	/**
	 * True when a request carries the signature of a mail.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function has_signature( $request ) {
		$order = self::order_of( $request );
		return $order && hash_equals( Balcao_Code::signature( $order ), (string) $request['signature'] );
	}

	/**
	 * Says whether the order is paid. A page names the session whose code it shows, and an empty one
	 * while it shows none; to one that has to show another code the state is `changed`.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function answer_state( $request ) {
		$order = self::look( self::order_of( $request ) );
		$state = self::state( $order );
		if ( 'waiting' === $state && isset( $request['shown'] ) && self::has_other_code( $order, (string) $request['shown'] ) ) {
			$state = 'changed';
		}
		$response = new WP_REST_Response( array( 'state' => $state ) );
		$response->header( 'Cache-Control', 'no-store' );
		return $response;
	}

	/**
	 * Names the picture that is to be served, which is no JSON.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function answer_picture( $request ) {
		$order = self::order_of( $request );
		$code  = 'waiting' === self::state( $order ) ? self::code( $order ) : null;
		if ( ! $code ) {
			return new WP_REST_Response( array( 'code' => 'balcao_no_code' ), 404 );
		}
		$response = new WP_REST_Response( array( 'balcao_png' => $code['png'] ) );
		$response->header( 'Content-Type', 'image/png' );
		$response->header( 'Cache-Control', 'private, no-store' );
		return $response;
	}

	/**
	 * Serves the picture as a file.
	 *
	 * @param bool             $served Whether something has been served already.
	 * @param WP_HTTP_Response $result What the route has answered.
	 * @return bool
	 */
	public static function serve_picture( $served, $result ) {
		$data = $result->get_data();
		if ( $served || ! is_array( $data ) || ! isset( $data['balcao_png'] ) ) {
			return $served;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode, WordPress.Security.EscapeOutput.OutputNotEscaped -- a PNG file.
		echo base64_decode( $data['balcao_png'] );
		return true;
	}

	/**
	 * Opens a session for an order that waits and has none, as after the merchant took it up again.
	 *
	 * @param WC_Order $order The order.
	 * @return WC_Order As it is then.
	 */
	private static function taken_up( $order ) {
		if ( ! Balcao_Sessions::waits( $order ) || $order->has_status( 'failed' ) || '' !== Balcao_Sessions::current( $order ) ) {
			return $order;
		}
		try {
			Balcao_Lock::order(
				$order->get_id(),
				function ( $fresh ) {
					if ( $fresh && Balcao_Sessions::waits( $fresh ) && 'BRL' === $fresh->get_currency() ) {
						Balcao_Sessions::ensure( $fresh );
					}
				}
			);
		} catch ( Exception $error ) {
			return $order;
		}
		return wc_get_order( $order->get_id() );
	}

	/**
	 * Asks the service about an order that still waits, but not too often: where its events do not
	 * arrive, the buyer sees the payment all the same.
	 *
	 * @param WC_Order $order The order.
	 * @return WC_Order As it is then.
	 */
	private static function look( $order ) {
		$checkout_id = Balcao_Sessions::current( $order );
		$looked      = 'balcao_look_' . $order->get_id();
		if ( '' === $checkout_id || ! Balcao_Sessions::waits( $order ) || get_transient( $looked ) ) {
			return $order;
		}
		set_transient( $looked, '1', self::LOOK_SECONDS );
		try {
			Balcao_Orders::sync( $checkout_id, false );
		} catch ( Exception $error ) {
			return $order;
		}
		return wc_get_order( $order->get_id() );
	}

	/**
	 * State of an order on its page.
	 *
	 * @param WC_Order $order The order.
	 * @return string `waiting`, `paid` or `ended`.
	 */
	public static function state( $order ) {
		if ( $order->get_date_paid() ) {
			return 'paid';
		}
		return Balcao_Sessions::waits( $order ) && '' !== Balcao_Sessions::current( $order ) ? 'waiting' : 'ended';
	}

	/**
	 * The code of an order's present session.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	public static function code( $order ) {
		// The first look at a code has the bank make its charge.
		return Balcao_Shop::is_elsewhere() ? null : Balcao_Code::of( Balcao_Sessions::current( $order ) );
	}

	/**
	 * True when an order that waits is paid by another code than the one that a page shows.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $shown Id of the checkout whose code is shown, or an empty text.
	 * @return bool
	 */
	private static function has_other_code( $order, $shown ) {
		$current = Balcao_Sessions::current( $order );
		if ( '' !== $shown ) {
			return $shown !== $current;
		}
		$asked = 'balcao_ask_' . $order->get_id();
		if ( get_transient( $asked ) ) {
			return false;
		}
		set_transient( $asked, '1', self::LOOK_SECONDS );
		return null !== self::code( $order );
	}

	/**
	 * Makes script and style known.
	 */
	public static function register_assets() {
		wp_register_style( 'balcao-pix', plugins_url( 'assets/pix.css', BALCAO_FILE ), array(), BALCAO_VERSION );
		wp_register_script( 'balcao-pix', plugins_url( 'assets/pix.js', BALCAO_FILE ), array(), BALCAO_VERSION, true );
	}

	/**
	 * The thank-you page begins. In a block theme this stands above the headline.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function show_first( $order_id ) {
		$block = WP_Block_Supports::$block_to_render;
		if ( isset( $block['blockName'] ) && self::HEADLINE === $block['blockName'] ) {
			self::$below_headline = $order_id;
		} else {
			self::show_once( $order_id );
		}
	}

	/**
	 * Adds the code to the block of the headline, where WooCommerce shows the order at all.
	 *
	 * @param string $html The block.
	 * @return string
	 */
	public static function add_below_headline( $html ) {
		$order_id             = self::$below_headline;
		self::$below_headline = 0;
		if ( ! $order_id ) {
			return $html;
		}
		ob_start();
		self::show_once( $order_id );
		// As wide as the blocks around it.
		return $html . '<div class="alignwide">' . ob_get_clean() . '</div>';
	}

	/**
	 * The thank-you page, which has the code once. A theme may leave its beginning out.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function show_once( $order_id ) {
		if ( ! self::$is_shown ) {
			self::$is_shown = true;
			self::show( $order_id );
		}
	}

	/**
	 * The order's page: its code while it waits, or what has become of it.
	 *
	 * @param int $order_id Id of the order.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || 'balcao' !== $order->get_payment_method() ) {
			return;
		}
		$order = self::look( self::taken_up( $order ) );
		$state = self::state( $order );
		wp_enqueue_style( 'balcao-pix' );
		if ( 'waiting' === $state ) {
			wp_enqueue_script( 'balcao-pix' );
			self::show_code( $order );
		} else {
			echo '<section class="balcao-pix"><p class="balcao-pix__state" role="status">';
			echo esc_html( 'paid' === $state ? __( 'Your Pix has arrived. Thank you!', 'balcao' ) : __( 'This order has no Pix code to pay any more.', 'balcao' ) );
			echo '</p></section>';
		}
	}

	/**
	 * Code, button, picture and state. The code comes first: a phone cannot scan its own screen.
	 *
	 * @param WC_Order $order The order, which waits.
	 */
	private static function show_code( $order ) {
		$code      = self::code( $order );
		$query     = array(
			'key'   => $order->get_order_key(),
			'shown' => $code ? Balcao_Sessions::current( $order ) : '',
		);
		$state_url = add_query_arg( $query, rest_url( 'balcao/v1/orders/' . $order->get_id() . '/state' ) );
		?>
		<section class="balcao-pix" aria-labelledby="balcao-pix-title"
			data-state-url="<?php echo esc_url( $state_url ); ?>"
			data-copied="<?php esc_attr_e( 'Copied', 'balcao' ); ?>">
			<h2 id="balcao-pix-title"><?php esc_html_e( 'Pay by Pix', 'balcao' ); ?></h2>
			<p class="balcao-pix__amount"><?php echo wp_kses_post( wc_price( $order->get_total(), array( 'currency' => 'BRL' ) ) ); ?></p>
			<?php if ( $code ) : ?>
				<p class="balcao-pix__deadline"><?php echo esc_html( self::deadline( $code ) ); ?></p>
				<div class="balcao-pix__ways">
					<div class="balcao-pix__copying">
						<label for="balcao-pix-code"><?php esc_html_e( 'Pix code (copia e cola)', 'balcao' ); ?></label>
						<textarea id="balcao-pix-code" class="balcao-pix__code" rows="4" readonly><?php echo esc_textarea( $code['code'] ); ?></textarea>
						<button type="button" class="button wp-element-button balcao-pix__copy" hidden><?php esc_html_e( 'Copy code', 'balcao' ); ?></button>
						<p><?php esc_html_e( 'Copy the code into the app of your bank, or scan the picture with it.', 'balcao' ); ?></p>
					</div>
					<img class="balcao-pix__picture" width="240" height="240"
						src="<?php echo esc_attr( 'data:image/svg+xml,' . rawurlencode( $code['svg'] ) ); ?>"
						alt="<?php esc_attr_e( 'QR code of the Pix', 'balcao' ); ?>">
				</div>
			<?php else : ?>
				<p><?php esc_html_e( 'Your bank code is still being made. It will be shown here and sent to you by e-mail; or open the payment page.', 'balcao' ); ?></p>
			<?php endif; ?>
			<p class="balcao-pix__state" role="status"><?php esc_html_e( 'Waiting for your Pix.', 'balcao' ); ?></p>
			<p>
				<a class="balcao-pix__check" href="<?php echo esc_url( self::page_url( $order ) ); ?>"><?php esc_html_e( 'I have paid: look again', 'balcao' ); ?></a>
				·
				<a href="<?php echo esc_url( (string) $order->get_meta( Balcao_Sessions::URL ) ); ?>"><?php esc_html_e( 'Open the payment page', 'balcao' ); ?></a>
			</p>
		</section>
		<?php
	}

	/**
	 * Until when a code can be paid.
	 *
	 * @param array $code The code.
	 * @return string
	 */
	public static function deadline( array $code ) {
		/* translators: %s: date and time */
		return sprintf( __( 'It can be paid until %s.', 'balcao' ), wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), strtotime( $code['expires_at'] ) ) );
	}

	/**
	 * Where the buyer sees the order.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	public static function page_url( $order ) {
		return $order->get_checkout_order_received_url();
	}

	/**
	 * The CPF or CNPJ of the classic checkout, for the merchant. Those of other fields show themselves.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function show_tax_id( $order ) {
		$tax_id = (string) $order->get_meta( Balcao_Tax_Id::META );
		if ( '' !== $tax_id ) {
			echo '<p><strong>' . esc_html__( 'CPF or CNPJ', 'balcao' ) . ':</strong> ' . esc_html( $tax_id ) . '</p>';
		}
	}
}
