<?php
/**
 * Does one thing in the shop as WooCommerce's own functions do it, and prints the outcome as JSON:
 * `php driver.php FOLDER_OF_WORDPRESS COMMAND JSON`. It is the same with WooCommerce and with the double.
 *
 * @package Balcao\Test
 */

if ( 'cli' !== PHP_SAPI ) {
	exit;
}
list( , $folder, $command, $json ) = $argv;
$input                             = json_decode( $json, true );
if ( 'install' === $command ) {
	define( 'WP_INSTALLING', true );
}
$_SERVER['HTTP_HOST']   = 'localhost';
$_SERVER['REQUEST_URI'] = '/';
require $folder . '/wp-load.php';

/** The order that the command is about. */
function balcao_test_order( $input ) {
	return wc_get_order( $input['order'] );
}

/** Adds the lines of the input to an order. */
function balcao_test_fill( $order, $input ) {
	foreach ( isset( $input['products'] ) ? $input['products'] : array() as $line ) {
		$order->add_product( wc_get_product( $line[0] ), $line[1] );
	}
	$classes = array(
		'shipping' => 'WC_Order_Item_Shipping',
		'fee'      => 'WC_Order_Item_Fee',
	);
	foreach ( isset( $input['extra'] ) ? $input['extra'] : array() as $extra ) {
		$item = new $classes[ $extra['kind'] ]();
		if ( 'shipping' === $extra['kind'] ) {
			$item->set_method_title( $extra['name'] );
		} else {
			$item->set_name( $extra['name'] );
		}
		$item->set_total( $extra['total'] );
		$order->add_item( $item );
	}
	if ( isset( $input['coupon'] ) ) {
		foreach ( $order->get_items() as $item ) {
			$item->set_total( $item->get_total() - $input['coupon'][1] );
			break;
		}
		$coupon = new WC_Order_Item_Coupon();
		$coupon->set_code( $input['coupon'][0] );
		$coupon->set_discount( $input['coupon'][1] );
		$order->add_item( $coupon );
	}
	$order->calculate_totals( false );
}

/** Has the object cache fail once, when next something of an order is taken out of it. */
function balcao_test_break_cache() {
	$GLOBALS['wp_object_cache'] = new class() extends WP_Object_Cache {
		private $has_failed = false;

		public function delete( $key, $group = 'default', $deprecated = false ) {
			if ( ! $this->has_failed && 'orders' === $group ) {
				$this->has_failed = true;
				throw new RuntimeException( 'the cache is away' );
			}
			return parent::delete( $key, $group, $deprecated );
		}
	};
}

/** The fields of an order that a test reads. */
function balcao_test_show( $order ) {
	$refunds = array();
	foreach ( $order->get_refunds() as $refund ) {
		$refunds[] = array(
			'id'     => $refund->get_id(),
			'amount' => (string) $refund->get_amount(),
		);
	}
	return array(
		'id'             => $order->get_id(),
		'key'            => $order->get_order_key(),
		'status'         => $order->get_status(),
		'total'          => (string) $order->get_total(),
		'paid'           => (bool) $order->get_date_paid(),
		'transaction_id' => $order->get_transaction_id(),
		'checkout_id'    => (string) $order->get_meta( '_balcao_checkout_id' ),
		'payment_id'     => (string) $order->get_meta( '_balcao_payment_id' ),
		'tax_id'         => (string) $order->get_meta( '_balcao_tax_id' ),
		'page'           => $order->get_checkout_order_received_url(),
		'refunds'        => $refunds,
		'notes'          => array_map(
			function ( $note ) {
				return $note->content;
			},
			wc_get_order_notes( array( 'order_id' => $order->get_id() ) )
		),
	);
}

$commands = array(
	'install'   => function ( $input ) {
		require ABSPATH . 'wp-admin/includes/upgrade.php';
		wp_install( 'Loja', 'admin', 'admin@loja.example', true, '', 'admin-pass' );
	},
	'activate'  => function ( $input ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$result = activate_plugin( $input['plugin'] );
		return is_wp_error( $result ) ? $result->get_error_message() : 'ok';
	},
	'prepare'   => function ( $input ) {
		if ( class_exists( 'WC_Install' ) ) {
			WC_Install::install();
			WC_Install::create_pages();
		} else {
			$page = wp_insert_post(
				array(
					'post_type'    => 'page',
					'post_title'   => 'Finalizar compra',
					'post_status'  => 'publish',
					'post_content' => '<!-- wp:shortcode -->[woocommerce_checkout]<!-- /wp:shortcode -->',
				)
			);
			update_option( 'woocommerce_checkout_page_id', $page );
			get_role( 'administrator' )->add_cap( 'manage_woocommerce' );
		}
		// The wizard would take the place of the first page of the administration.
		delete_transient( '_wc_activation_redirect' );
		foreach ( $input['options'] as $name => $value ) {
			update_option( $name, $value );
		}
		flush_rewrite_rules();
	},
	'as-posts'  => function ( $input ) {
		return ! \Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled();
	},
	'product'   => function ( $input ) {
		$product = new WC_Product_Simple();
		$product->set_name( $input['name'] );
		$product->set_regular_price( $input['price'] );
		$product->set_status( 'publish' );
		if ( isset( $input['stock'] ) ) {
			$product->set_manage_stock( true );
			$product->set_stock_quantity( $input['stock'] );
		}
		return $product->save();
	},
	'stock'     => function ( $input ) {
		$product = wc_get_product( $input['product'] );
		if ( isset( $input['set'] ) ) {
			$product->set_stock_quantity( $input['set'] );
			$product->save();
		}
		return $product->get_stock_quantity();
	},
	'settings'  => function ( $input ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		$data     = array();
		foreach ( $input as $name => $value ) {
			$data[ 'woocommerce_balcao_' . $name ] = $value;
		}
		$gateways['balcao']->set_post_data( $data );
		$gateways['balcao']->process_admin_options();
		return get_option( 'woocommerce_balcao_settings' );
	},
	'form'      => function ( $input ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		ob_start();
		$gateways['balcao']->admin_options();
		return ob_get_clean();
	},
	'edit'      => function ( $input ) {
		return balcao_test_order( $input )->get_edit_order_url();
	},
	'link'      => function ( $input ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return $gateways['balcao']->get_transaction_url( balcao_test_order( $input ) );
	},
	// The label of the plugin's field in the block checkout.
	'label'     => function ( $input ) {
		if ( defined( 'BALCAO_TEST_DOUBLE' ) ) {
			return $GLOBALS['balcao_double_fields']['balcao/tax-id']['optionalLabel'];
		}
		$fields = \Automattic\WooCommerce\Blocks\Package::container()->get( 'Automattic\WooCommerce\Blocks\Domain\Services\CheckoutFields' );
		return $fields->get_additional_fields()['balcao/tax-id']['optionalLabel'];
	},
	// One of WordPress' tools for personal data, with every tool that plugins have added.
	'privacy'   => function ( $input ) {
		$answers = array();
		foreach ( apply_filters( "wp_privacy_personal_data_{$input['tool']}s", array() ) as $name => $tool ) {
			$page = 0;
			do {
				$answer             = call_user_func( $tool['callback'], $input['email'], ++$page );
				$answers[ $name ][] = $answer;
			} while ( ! $answer['done'] );
		}
		return $answers;
	},
	'available' => function ( $input ) {
		return isset( WC()->payment_gateways()->get_available_payment_gateways()['balcao'] );
	},
	'option'    => function ( $input ) {
		if ( array_key_exists( 'set', $input ) ) {
			update_option( $input['name'], $input['set'] );
		}
		return get_option( $input['name'] );
	},
	'sell'      => function ( $input ) {
		if ( isset( $input['order'] ) ) {
			$order = balcao_test_order( $input );
		} else {
			$order = wc_create_order();
			$order->set_billing_first_name( 'Ana' );
			$order->set_billing_last_name( 'Souza & Filhos' );
			$order->set_billing_email( isset( $input['email'] ) ? $input['email'] : 'ana@cliente.example' );
			$order->set_billing_phone( '+5511987654321' );
			$order->set_payment_method( 'balcao' );
			foreach ( isset( $input['meta'] ) ? $input['meta'] : array() as $key => $value ) {
				$order->update_meta_data( $key, $value );
			}
			balcao_test_fill( $order, $input );
		}
		if ( ! empty( $input['cache_fails'] ) ) {
			balcao_test_break_cache();
		}
		$_POST    = isset( $input['post'] ) ? $input['post'] : array();
		$gateways = WC()->payment_gateways()->payment_gateways();
		$result   = array( 'result' => 'failure' );
		$thrown   = false;
		try {
			$result = $gateways['balcao']->validate_fields() ? $gateways['balcao']->process_payment( $order->get_id() ) : $result;
		} catch ( Exception $error ) {
			// As both checkouts do.
			$thrown = true;
			wc_add_notice( $error->getMessage(), 'error' );
		}
		return array(
			'result'   => $result['result'],
			'thrown'   => $thrown,
			'redirect' => isset( $result['redirect'] ) ? $result['redirect'] : '',
			'notices'  => array_column( wc_get_notices( 'error' ), 'notice' ),
			'order'    => balcao_test_show( wc_get_order( $order->get_id() ) ),
		);
	},
	// Sells one of a product for each fate, and does to the order what the fate wants before it is paid.
	'trade'     => function ( $input ) {
		$gateways = WC()->payment_gateways()->payment_gateways();
		$sold     = array();
		foreach ( $input['fates'] as $fate ) {
			$order = wc_create_order();
			$order->set_billing_first_name( 'Ana' );
			$order->set_billing_email( 'ana@cliente.example' );
			$order->set_payment_method( 'balcao' );
			balcao_test_fill( $order, array( 'products' => array( array( $input['product'], 1 ) ) ) );
			Balcao_Patience::allow( 60 );
			$gateways['balcao']->process_payment( $order->get_id() );
			$order  = wc_get_order( $order->get_id() );
			$sold[] = array(
				'order'       => $order->get_id(),
				'checkout_id' => (string) $order->get_meta( '_balcao_checkout_id' ),
			);
			if ( 'canceled' === $fate ) {
				$order->update_status( 'cancelled' );
			} elseif ( 'late' === $fate ) {
				// Another plugin changes the total, and ours does not see it.
				remove_action( 'woocommerce_update_order', array( 'Balcao_Sessions', 'on_update' ) );
				$order->set_total( 70 );
				$order->save();
				add_action( 'woocommerce_update_order', array( 'Balcao_Sessions', 'on_update' ), 10, 2 );
			}
		}
		return $sold;
	},
	'refunds'   => function ( $input ) {
		foreach ( $input['orders'] as $id ) {
			$refund = wc_create_refund(
				array(
					'order_id'       => $id,
					'amount'         => $input['amount'],
					'refund_payment' => true,
				)
			);
			if ( is_wp_error( $refund ) ) {
				throw new Exception( $refund->get_error_message() );
			}
		}
	},
	// For each order: is it paid, and what was refunded.
	'outcomes'  => function ( $input ) {
		return array_map(
			function ( $id ) {
				$order = wc_get_order( $id );
				return array( (bool) $order->get_date_paid(), (float) $order->get_total_refunded() );
			},
			$input['orders']
		);
	},
	'show'      => function ( $input ) {
		return balcao_test_show( balcao_test_order( $input ) );
	},
	'status'    => function ( $input ) {
		balcao_test_order( $input )->update_status( $input['status'] );
	},
	// As the list of orders does with those that are ticked.
	'cancel'    => function ( $input ) {
		foreach ( $input['orders'] as $id ) {
			wc_get_order( $id )->update_status( 'cancelled' );
		}
	},
	'delete'    => function ( $input ) {
		balcao_test_order( $input )->delete( true );
	},
	'meta'      => function ( $input ) {
		$order = balcao_test_order( $input );
		foreach ( $input['set'] as $key => $value ) {
			$order->update_meta_data( $key, $value );
		}
		$order->save_meta_data();
	},
	'page'      => function ( $input ) {
		$page = array(
			'post_type'    => 'page',
			'post_title'   => $input['content'],
			'post_status'  => 'publish',
			'post_content' => $input['content'],
		);
		return get_permalink( wp_insert_post( $page ) );
	},
	// The database as a version without an address has left it.
	'former'    => function ( $input ) {
		global $wpdb;
		$wpdb->query( "DROP TABLE {$wpdb->prefix}balcao_sessions" );
		$shop = get_option( 'balcao_shop' );
		update_option( 'balcao_shop_id', $shop['id'] );
		delete_option( 'balcao_shop' );
	},
	'wp-cli'    => function ( $input ) {
		// After the start, since WooCommerce has commands of its own that need much more of WP-CLI.
		require __DIR__ . '/double/wp-cli.php';
		Balcao_Address_Question::add_hooks();
		ob_start();
		call_user_func( WP_CLI::$commands[ $input['command'] ] );
		return trim( ob_get_clean() );
	},
	'total'     => function ( $input ) {
		$order = balcao_test_order( $input );
		foreach ( $order->get_items() as $item ) {
			$item->set_subtotal( $input['total'] );
			$item->set_total( $input['total'] );
			break;
		}
		$order->calculate_totals( false );
		$order->save();
	},
	'refund'    => function ( $input ) {
		$refund = wc_create_refund(
			array(
				'order_id'       => $input['order'],
				'amount'         => $input['amount'],
				'reason'         => $input['reason'],
				'refund_payment' => true,
			)
		);
		return is_wp_error( $refund ) ? $refund->get_error_message() : 'ok';
	},
	'run'       => function ( $input ) {
		do_action( $input['hook'] );
	},
	'scheduled' => function ( $input ) {
		return as_has_scheduled_action( $input['hook'] );
	},
	// Runs what is pending of a hook, whatever its time.
	'pending'   => function ( $input ) {
		$ids = as_get_scheduled_actions(
			array(
				'hook'   => $input['hook'],
				'status' => 'pending',
			),
			'ids'
		);
		foreach ( $ids as $id ) {
			ActionScheduler::runner()->process_action( $id );
		}
		return count( $ids );
	},
	'items'     => function ( $input ) {
		$order = wc_create_order();
		balcao_test_items( $order, $input['items'] );
		$order->set_total( $input['total'] );
		$order->save();
		return Balcao_Cart::items( $order );
	},
	'tax_id'    => function ( $input ) {
		return array_map(
			function ( $text ) {
				return Balcao_Tax_Id::is_valid( Balcao_Tax_Id::bare( $text ) );
			},
			$input['texts']
		);
	},
	'uninstall' => function ( $input ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		deactivate_plugins( 'balcao/balcao.php' );
		uninstall_plugin( 'balcao/balcao.php' );
		global $wpdb;
		return array_merge(
			$wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '%balcao%'" ),
			$wpdb->get_col( "SHOW TABLES LIKE '%balcao%'" )
		);
	},
);

/** Adds lines with every amount given, as taxes and plugins leave them. */
function balcao_test_items( $order, $items ) {
	$classes = array(
		'product'  => 'WC_Order_Item_Product',
		'shipping' => 'WC_Order_Item_Shipping',
		'fee'      => 'WC_Order_Item_Fee',
		'coupon'   => 'WC_Order_Item_Coupon',
	);
	// As plugins that sell by weight do.
	remove_filter( 'woocommerce_stock_amount', 'intval' );
	add_filter( 'woocommerce_stock_amount', 'floatval' );
	foreach ( $items as $one ) {
		$item = new $classes[ $one['class'] ]();
		unset( $one['class'] );
		$taxes = array();
		foreach ( array( 'total_tax' => 'total', 'subtotal_tax' => 'subtotal' ) as $name => $kind ) {
			if ( isset( $one[ $name ] ) && ! defined( 'BALCAO_TEST_DOUBLE' ) ) {
				$taxes[ $kind ] = array( 1 => $one[ $name ] );
				unset( $one[ $name ] );
			}
		}
		$item->set_props( $one );
		if ( $taxes ) {
			$item->set_taxes( $taxes );
		}
		$order->add_item( $item );
	}
}

echo "\n" . wp_json_encode( call_user_func( $commands[ $command ], $input ) ) . "\n";
