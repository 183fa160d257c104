<?php
/**
 * A refusal of the service, or the lack of an answer.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Carries what the service's error object says.
 */
class Balcao_Api_Error extends Exception {

	/**
	 * HTTP status; 0 when there was no answer.
	 *
	 * @var int
	 */
	public $status;

	/**
	 * The service's stable code, such as `checkout_not_open`.
	 *
	 * @var string
	 */
	public $error_code;

	/**
	 * The field at fault, or an empty string.
	 *
	 * @var string
	 */
	public $param;

	/**
	 * The object that is there already, of a conflict.
	 *
	 * @var string
	 */
	public $existing_id;

	/**
	 * The beginning of a success that was cut, or null.
	 *
	 * @var string|null
	 */
	public $cut = null;

	/**
	 * Keeps the parts of the error.
	 *
	 * @param int    $status HTTP status, 0 without an answer.
	 * @param array  $error  The service's `error` object.
	 * @param string $text   Text when the error has none.
	 */
	public function __construct( $status, array $error, $text = '' ) {
		$this->status      = (int) $status;
		$this->error_code  = self::text_of( $error, 'code' );
		$this->param       = self::text_of( $error, 'param' );
		$this->existing_id = self::text_of( $error, 'existing_id' );
		$message           = self::text_of( $error, 'message' );
		parent::__construct( '' === $message ? $text : $message );
	}

	/**
	 * One text of the error object.
	 *
	 * @param array  $error The error object.
	 * @param string $name  Name of the member.
	 * @return string
	 */
	private static function text_of( array $error, $name ) {
		return isset( $error[ $name ] ) && is_string( $error[ $name ] ) ? $error[ $name ] : '';
	}

	/**
	 * True when the same request may succeed later, and may have been carried out already.
	 *
	 * @return bool
	 */
	public function is_outage() {
		return 0 === $this->status || 408 === $this->status || 429 === $this->status || $this->status >= 500;
	}
}
