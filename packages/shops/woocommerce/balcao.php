<?php
/**
 * Plugin Name: Balcão: Pix for WooCommerce
 * Description: Takes Pix through your own Balcão service: the code on the order's page and in its mail, paid within seconds, refunds from the order.
 * Version: 1.0.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.2
 * WC tested up to: 11.0
 * Author: Balcão
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: balcao
 * Domain Path: /languages
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

define( 'BALCAO_VERSION', '1.0.0' );
define( 'BALCAO_FILE', __FILE__ );

require_once __DIR__ . '/includes/class-balcao-api-error.php';
require_once __DIR__ . '/includes/class-balcao-settings.php';
require_once __DIR__ . '/includes/class-balcao-patience.php';
require_once __DIR__ . '/includes/class-balcao-api.php';
require_once __DIR__ . '/includes/class-balcao-lock.php';
require_once __DIR__ . '/includes/class-balcao-known-sessions.php';
require_once __DIR__ . '/includes/class-balcao-shop.php';
require_once __DIR__ . '/includes/class-balcao-tax-id.php';
require_once __DIR__ . '/includes/class-balcao-cart.php';
require_once __DIR__ . '/includes/class-balcao-later.php';
require_once __DIR__ . '/includes/class-balcao-webhook.php';
require_once __DIR__ . '/includes/class-balcao-sessions.php';
require_once __DIR__ . '/includes/class-balcao-refunds.php';
require_once __DIR__ . '/includes/class-balcao-orders.php';
require_once __DIR__ . '/includes/class-balcao-reconciler.php';
require_once __DIR__ . '/includes/class-balcao-code.php';
require_once __DIR__ . '/includes/class-balcao-pages.php';
require_once __DIR__ . '/includes/class-balcao-mails.php';
require_once __DIR__ . '/includes/class-balcao-privacy.php';
require_once __DIR__ . '/includes/class-balcao-address-question.php';
require_once __DIR__ . '/includes/class-balcao-setup.php';
require_once __DIR__ . '/includes/class-balcao-plugin.php';

register_activation_hook( __FILE__, array( 'Balcao_Plugin', 'activate' ) );
register_deactivation_hook( __FILE__, array( 'Balcao_Plugin', 'deactivate' ) );
add_action( 'before_woocommerce_init', array( 'Balcao_Plugin', 'declare_compatibility' ) );
add_action( 'plugins_loaded', array( 'Balcao_Plugin', 'start' ) );
