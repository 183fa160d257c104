<?php
/**
 * Serves a WordPress folder by PHP's own server, `php -S … -t FOLDER router.php`.
 *
 * @package Balcao\Test
 */

if ( 'cli-server' !== PHP_SAPI ) {
	exit;
}
$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$file = $root . $path;
if ( '/' !== $path && is_dir( $file ) ) {
	$file = rtrim( $file, '/' ) . '/index.php';
}
if ( '/' !== $path && is_file( $file ) && '.php' !== substr( $file, -4 ) ) {
	return false;
}
if ( '/' === $path || ! is_file( $file ) ) {
	$file = $root . '/index.php';
}
$_SERVER['SCRIPT_NAME'] = substr( $file, strlen( $root ) );
$_SERVER['PHP_SELF']    = $_SERVER['SCRIPT_NAME'];
chdir( dirname( $file ) );
require $file;
