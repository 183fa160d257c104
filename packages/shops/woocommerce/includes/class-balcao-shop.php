<?php
/**
 * Which shop this is.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * The installation's id and the address under which it was made. A database that is found at
 * another address was moved or copied. Until the owner says which, nothing is opened, sent back,
 * cancelled or refunded: a copy would do so with the sales of the shop that it was copied from.
 */
class Balcao_Shop {

	/** The id of installations that kept no address with it. */
	const FORMER_ID = 'balcao_shop_id';

	/**
	 * True once another process was found making it, so that this request waits no second time.
	 *
	 * @var bool
	 */
	private static $is_busy = false;

	/**
	 * The id, which is written into each session.
	 *
	 * @return string An empty text while it is being made.
	 */
	public static function id() {
		$shop = self::kept();
		return $shop ? $shop['id'] : '';
	}

	/**
	 * True when the database is at another address than the one that was kept, and while that is
	 * not kept yet.
	 *
	 * @return bool
	 */
	public static function is_elsewhere() {
		$shop = self::kept();
		return ! $shop || self::comparable( $shop['address'] ) !== self::comparable( self::address() );
	}

	/**
	 * The address that was kept, for the owner.
	 *
	 * @return string An empty text while it is being made.
	 */
	public static function kept_address() {
		$shop = self::kept();
		return $shop ? $shop['address'] : '';
	}

	/**
	 * The site's own address, as it is configured: plugins for several languages give another one on
	 * their pages, and some filter the option, too.
	 *
	 * @return string
	 */
	public static function address() {
		$options = wp_load_alloptions();
		$kept    = isset( $options['home'] ) ? $options['home'] : get_option( 'home' );
		return untrailingslashit( defined( 'WP_HOME' ) ? WP_HOME : (string) $kept );
	}

	/**
	 * The shop is at its new address for good: its endpoint follows.
	 *
	 * @return bool False when the address has not changed.
	 */
	public static function has_moved() {
		if ( '' === self::id() || ! self::is_elsewhere() ) {
			return false;
		}
		self::keep( self::id() );
		Balcao_Webhook::remove( Balcao_Api::from_settings() );
		Balcao_Webhook::ensure();
		return true;
	}

	/**
	 * The shop is a copy: it gets an id of its own, and knows no session of the other one. What the
	 * other has at the service, its endpoint among it, stays as it is.
	 *
	 * @return bool False when the address has not changed.
	 */
	public static function was_copied() {
		if ( '' === self::id() || ! self::is_elsewhere() ) {
			return false;
		}
		// The sessions first: cut off after this, the question is asked again.
		Balcao_Known_Sessions::forget_all();
		delete_option( Balcao_Settings::ENDPOINT );
		delete_option( Balcao_Settings::CURSOR );
		self::keep( self::new_id() );
		Balcao_Webhook::ensure();
		return true;
	}

	/**
	 * Makes what the plugin keeps in the database, once. Installations of a version without an
	 * address keep their id, and the sessions that their orders name are theirs.
	 */
	public static function prepare() {
		if ( self::$is_busy || is_array( get_option( Balcao_Settings::SHOP ) ) ) {
			return;
		}
		try {
			Balcao_Lock::run( 'shop', array( __CLASS__, 'make_once' ) );
		} catch ( RuntimeException $error ) {
			// Another process takes over the sessions of many orders.
			self::$is_busy = true;
			wc_get_logger()->warning( $error->getMessage(), array( 'source' => 'balcao' ) );
		}
	}

	/**
	 * The same, with the lock taken.
	 */
	public static function make_once() {
		wp_cache_delete( Balcao_Settings::SHOP, 'options' );
		wp_cache_delete( 'alloptions', 'options' );
		wp_cache_delete( 'notoptions', 'options' );
		if ( ! is_array( get_option( Balcao_Settings::SHOP ) ) ) {
			self::make();
		}
	}

	/**
	 * Makes table, id and address. The option comes last: cut off before it, all is made again.
	 */
	private static function make() {
		Balcao_Known_Sessions::make_table();
		$former = (string) get_option( self::FORMER_ID );
		if ( '' !== $former || false !== get_option( Balcao_Settings::GATEWAY ) ) {
			Balcao_Known_Sessions::take_from_orders();
		}
		add_option(
			Balcao_Settings::SHOP,
			array(
				'id'      => '' === $former ? self::new_id() : $former,
				'address' => self::first_address(),
			)
		);
		delete_option( self::FORMER_ID );
	}

	/**
	 * The address of an installation that has kept none: that of its endpoint, where it has one.
	 *
	 * @return string
	 */
	private static function first_address() {
		$endpoint = get_option( Balcao_Settings::ENDPOINT );
		$url      = is_array( $endpoint ) && isset( $endpoint['url'] ) ? (string) $endpoint['url'] : '';
		if ( '' === $url || 0 === strpos( self::comparable( $url ) . '/', self::comparable( self::address() ) . '/' ) ) {
			return self::address();
		}
		return untrailingslashit( (string) preg_replace( '#/(wp-json/|index\.php|\?).*$#', '', $url ) );
	}

	/**
	 * Id and address.
	 *
	 * @return array|null Null while they are being made.
	 */
	private static function kept() {
		self::prepare();
		$shop = get_option( Balcao_Settings::SHOP );
		return is_array( $shop ) ? $shop : null;
	}

	/**
	 * Keeps the present address.
	 *
	 * @param string $id The installation's id.
	 */
	private static function keep( $id ) {
		update_option(
			Balcao_Settings::SHOP,
			array(
				'id'      => $id,
				'address' => self::address(),
			)
		);
	}

	/**
	 * An id that no other installation has.
	 *
	 * @return string 24 hexadecimal digits.
	 */
	private static function new_id() {
		return substr( str_replace( '-', '', wp_generate_uuid4() ), 0, 24 );
	}

	/**
	 * An address without what does not make another shop: its scheme, and the case of its letters.
	 *
	 * @param string $address An address.
	 * @return string
	 */
	private static function comparable( $address ) {
		return strtolower( untrailingslashit( (string) preg_replace( '#^https?://#i', '', $address ) ) );
	}
}
