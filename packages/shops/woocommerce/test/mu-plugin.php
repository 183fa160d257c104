<?php
/**
 * Sets WordPress up for a test: Portuguese, mails in a file instead of on their way, a status of
 * another plugin, and addresses as a plugin for several languages gives them, when it is on.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

add_filter(
	'locale',
	function () {
		return 'pt_BR';
	}
);
add_filter(
	'pre_wp_mail',
	function ( $sent, $mail ) {
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_file_put_contents
		file_put_contents( BALCAO_TEST_MAILS, wp_json_encode( $mail ) . "\n", FILE_APPEND | LOCK_EX );
		return true;
	},
	10,
	2
);
add_filter(
	'wc_order_statuses',
	function ( $statuses ) {
		return $statuses + array( 'wc-separacao' => 'Em separação' );
	}
);
add_action(
	'init',
	function () {
		register_post_status( 'wc-separacao', array( 'label' => 'Em separação' ) );
	}
);
add_filter(
	'home_url',
	function ( $url, $path ) {
		$home = get_option( 'home' );
		return get_option( 'test_language' ) ? str_replace( $home, $home . '/' . get_option( 'test_language' ), $url ) : $url;
	},
	10,
	2
);
