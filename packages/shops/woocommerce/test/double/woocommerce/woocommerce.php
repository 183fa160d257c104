<?php
/**
 * Plugin Name: WooCommerce
 * Description: A double for tests: the few classes and functions that the plugin Balcão touches, with WooCommerce's names, signatures, hooks and order of events, on tables of its own.
 * Version: 9.2.5
 * Requires PHP: 7.4
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

define( 'BALCAO_TEST_DOUBLE', true );

require_once __DIR__ . '/store.php';
require_once __DIR__ . '/cache.php';
require_once __DIR__ . '/products.php';
require_once __DIR__ . '/items.php';
require_once __DIR__ . '/orders.php';
require_once __DIR__ . '/gateways.php';
require_once __DIR__ . '/functions.php';
require_once __DIR__ . '/scheduler.php';

register_activation_hook( __FILE__, 'balcao_double_install' );
add_action(
	'plugins_loaded',
	function () {
		do_action( 'before_woocommerce_init' );
	},
	0
);
add_action(
	'init',
	function () {
		add_shortcode( 'woocommerce_checkout', 'balcao_double_page' );
		do_action( 'woocommerce_init' );
	},
	0
);
