<?php
/**
 * What the plugin calls of WP-CLI: commands by their names, and the line that each prints.
 *
 * @package Balcao\Test
 */

define( 'WP_CLI', true );

class WP_CLI {

	public static $commands = array();

	public static function add_command( $name, $callable ) {
		self::$commands[ $name ] = $callable;
	}

	public static function success( $message ) {
		echo "Success: $message";
	}

	public static function error( $message ) {
		echo "Error: $message";
	}
}
