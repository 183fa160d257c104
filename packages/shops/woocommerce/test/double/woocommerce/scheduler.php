<?php
/**
 * Action Scheduler's functions, run by WordPress' own cron as there.
 *
 * @package Balcao\Test
 */

defined( 'ABSPATH' ) || exit;

function as_schedule_single_action( $timestamp, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	global $wpdb;
	$wpdb->insert(
		$wpdb->prefix . 'double_actions',
		array(
			'hook'   => $hook,
			'args'   => wp_json_encode( $args ),
			'due'    => $timestamp,
			'every'  => 0,
			'status' => 'pending',
		)
	);
	return (int) $wpdb->insert_id;
}

function as_schedule_recurring_action( $timestamp, $interval_in_seconds, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	global $wpdb;
	if ( $unique && as_has_scheduled_action( $hook, $args ) ) {
		return 0;
	}
	$id = as_schedule_single_action( $timestamp, $hook, $args, $group );
	$wpdb->update( $wpdb->prefix . 'double_actions', array( 'every' => $interval_in_seconds ), array( 'id' => $id ) );
	return $id;
}

function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	global $wpdb;
	$of_args = null === $args ? '' : $wpdb->prepare( ' AND args = %s', wp_json_encode( $args ) );
	return (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM {$wpdb->prefix}double_actions WHERE hook = %s AND status = 'pending'$of_args LIMIT 1", $hook ) );
}

function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	global $wpdb;
	$wpdb->delete( $wpdb->prefix . 'double_actions', array( 'hook' => $hook ) );
}

function as_get_scheduled_actions( $args = array(), $return_format = OBJECT ) {
	global $wpdb;
	return $wpdb->get_col( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}double_actions WHERE hook = %s AND status = 'pending' ORDER BY due", $args['hook'] ) );
}

class ActionScheduler {

	public static function runner() {
		return new self();
	}

	public function process_action( $action_id, $context = '' ) {
		global $wpdb;
		$table = $wpdb->prefix . 'double_actions';
		$row   = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM $table WHERE id = %d AND status = 'pending'", $action_id ) );
		if ( ! $row ) {
			return;
		}
		if ( $row->every ) {
			$wpdb->update( $table, array( 'due' => time() + $row->every ), array( 'id' => $row->id ) );
		} else {
			$wpdb->update( $table, array( 'status' => 'complete' ), array( 'id' => $row->id ) );
		}
		do_action_ref_array( $row->hook, array_values( json_decode( $row->args, true ) ) );
	}

	public function run( $context = '' ) {
		global $wpdb;
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}double_actions WHERE status = 'pending' AND due <= %d ORDER BY due", time() ) ) as $id ) {
			$this->process_action( $id, $context );
		}
	}
}

add_filter(
	'cron_schedules',
	function ( $schedules ) {
		$schedules['every_minute'] = array(
			'interval' => 60,
			'display'  => 'Every minute',
		);
		return $schedules;
	}
);
add_action(
	'action_scheduler_run_queue',
	function () {
		ActionScheduler::runner()->run();
	}
);
add_action(
	'init',
	function () {
		if ( ! wp_next_scheduled( 'action_scheduler_run_queue' ) ) {
			wp_schedule_event( time(), 'every_minute', 'action_scheduler_run_queue' );
		}
	}
);
