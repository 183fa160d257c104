<?php
/**
 * Sets WordPress up for a test: Portuguese, and mails in a file instead of on their way.
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
