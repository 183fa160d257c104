<?php
/**
 * Takes everything away that the plugin has kept, but for what orders say of themselves.
 *
 * @package Balcao
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( ! defined( 'BALCAO_VERSION' ) ) {
	define( 'BALCAO_VERSION', '1.0.0' );
}
require_once __DIR__ . '/includes/class-balcao-api-error.php';
require_once __DIR__ . '/includes/class-balcao-settings.php';
require_once __DIR__ . '/includes/class-balcao-patience.php';
require_once __DIR__ . '/includes/class-balcao-api.php';
require_once __DIR__ . '/includes/class-balcao-lock.php';
require_once __DIR__ . '/includes/class-balcao-known-sessions.php';
require_once __DIR__ . '/includes/class-balcao-shop.php';
require_once __DIR__ . '/includes/class-balcao-sessions.php';
require_once __DIR__ . '/includes/class-balcao-orders.php';
require_once __DIR__ . '/includes/class-balcao-webhook.php';

Balcao_Webhook::remove( Balcao_Api::from_settings() );
if ( function_exists( 'as_unschedule_all_actions' ) ) {
	as_unschedule_all_actions( 'balcao_reconcile' );
	as_unschedule_all_actions( 'balcao_watch' );
	as_unschedule_all_actions( 'balcao_retry' );
}
Balcao_Settings::forget();
Balcao_Known_Sessions::drop_table();
