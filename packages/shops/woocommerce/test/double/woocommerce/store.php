<?php
/**
 * Rows of the double: orders, refunds, products, notes and scheduled actions.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

/** Makes the tables. */
function balcao_double_install() {
	global $wpdb;
	foreach ( array( 'orders', 'products' ) as $table ) {
		$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}double_$table (id BIGINT AUTO_INCREMENT PRIMARY KEY, kind VARCHAR(20), parent BIGINT, props LONGTEXT, meta LONGTEXT, items LONGTEXT)" );
	}
	$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}double_notes (id BIGINT AUTO_INCREMENT PRIMARY KEY, order_id BIGINT, content LONGTEXT)" );
	$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}double_actions (id BIGINT AUTO_INCREMENT PRIMARY KEY, hook VARCHAR(100), args LONGTEXT, due BIGINT, every BIGINT, status VARCHAR(20))" );
}

/** An object with properties and metadata, of which only the changes are written. */
abstract class WC_Data {

	protected $id = 0;
	protected $kind = '';
	protected $table = 'orders';
	protected $data = array();
	protected $changes = array();
	protected $meta = array();
	protected $meta_changes = array();

	public function get_id() {
		return $this->id;
	}

	protected function prop( $name ) {
		if ( array_key_exists( $name, $this->changes ) ) {
			return $this->changes[ $name ];
		}
		return isset( $this->data[ $name ] ) ? $this->data[ $name ] : '';
	}

	protected function set_prop( $name, $value ) {
		$this->changes[ $name ] = $value;
	}

	public function set_props( $props ) {
		foreach ( $props as $name => $value ) {
			$this->{"set_$name"}( $value );
		}
		return true;
	}

	public function get_meta( $key = '', $single = true, $context = 'view' ) {
		return isset( $this->meta[ $key ] ) ? $this->meta[ $key ] : '';
	}

	public function update_meta_data( $key, $value, $meta_id = 0 ) {
		$this->meta[ $key ]         = $value;
		$this->meta_changes[ $key ] = $value;
	}

	public function meta_exists( $key = '' ) {
		return array_key_exists( $key, $this->meta );
	}

	public function delete_meta_data( $key ) {
		unset( $this->meta[ $key ] );
		$this->meta_changes[ $key ] = null;
	}

	public function read_meta_data( $force_read = false ) {
		$row        = $this->row();
		$this->meta = $row ? (array) json_decode( $row['meta'], true ) : array();
	}

	public function save_meta_data() {
		global $wpdb;
		if ( $this->meta_changes && $this->id ) {
			$row  = $this->row();
			$meta = (array) json_decode( $row['meta'], true );
			foreach ( $this->meta_changes as $key => $value ) {
				if ( null === $value ) {
					unset( $meta[ $key ] );
				} else {
					$meta[ $key ] = $value;
				}
				if ( 'orders' === $this->table ) {
					// WooCommerce without order tables keeps them here.
					null === $value ? delete_metadata( 'post', $this->id, $key ) : update_metadata( 'post', $this->id, $key, $value );
				}
			}
			$wpdb->update( $wpdb->prefix . 'double_' . $this->table, array( 'meta' => wp_json_encode( (object) $meta ) ), array( 'id' => $this->id ) );
			$this->meta_changes = array();
		}
	}

	protected function row() {
		global $wpdb;
		return $wpdb->get_row( $wpdb->prepare( "SELECT * FROM {$wpdb->prefix}double_{$this->table} WHERE id = %d", $this->id ), ARRAY_A );
	}

	protected function load( $id ) {
		$this->id = (int) $id;
		$row      = $this->row();
		if ( ! $row || $row['kind'] !== $this->kind ) {
			throw new Exception( 'Invalid id.' );
		}
		$this->data = (array) json_decode( $row['props'], true );
		$this->meta = (array) json_decode( $row['meta'], true );
		return $row;
	}

	protected function write( $parent_id = 0, $items = null ) {
		global $wpdb;
		$table = $wpdb->prefix . 'double_' . $this->table;
		if ( ! $this->id ) {
			$wpdb->insert(
				$table,
				array(
					'kind'   => $this->kind,
					'parent' => $parent_id,
					'props'  => '{}',
					'meta'   => '{}',
					'items'  => '[]',
				)
			);
			$this->id = (int) $wpdb->insert_id;
		}
		$row        = $this->row();
		$this->data = array_merge( (array) json_decode( $row['props'], true ), $this->changes );
		$written    = array( 'props' => wp_json_encode( (object) $this->data ) );
		if ( null !== $items ) {
			$written['items'] = wp_json_encode( $items );
		}
		$wpdb->update( $table, $written, array( 'id' => $this->id ) );
		$this->changes = array();
		$this->save_meta_data();
	}
}
