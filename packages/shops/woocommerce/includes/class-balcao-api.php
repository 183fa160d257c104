<?php
/**
 * The service's API over WordPress' HTTP functions.
 *
 * @package Balcao
 */

defined( 'ABSPATH' ) || exit;

/**
 * Calls the service with a token that is kept and renewed.
 */
class Balcao_Api {

	/** Longer than the five seconds for which the service waits for a bank. */
	const TIMEOUT_SECONDS = 12;

	/** WordPress waits for at least one. */
	const SHORTEST_SECONDS = 1;

	/** What the plugin calls needs these. */
	const SCOPES = 'checkouts:read checkouts:write customers:write refunds:write account:read account:write';

	/** More than any answer of the service has. */
	const MAX_ANSWER_BYTES = 4194304;

	/** The id of what an answer that was cut is about stands in these. */
	const BEGINNING_BYTES = 2048;

	/**
	 * True once the service has not answered in this request.
	 *
	 * @var bool
	 */
	private static $is_away = false;

	/**
	 * Address of the service, without a slash at its end.
	 *
	 * @var string
	 */
	private $base_url;

	/**
	 * The API client's id.
	 *
	 * @var string
	 */
	private $client_id;

	/**
	 * The API client's secret.
	 *
	 * @var string
	 */
	private $client_secret;

	/**
	 * Keeps the credentials.
	 *
	 * @param string $base_url      Address of the service.
	 * @param string $client_id     The API client's id.
	 * @param string $client_secret The API client's secret.
	 */
	public function __construct( $base_url, $client_id, $client_secret ) {
		$this->base_url      = untrailingslashit( $base_url );
		$this->client_id     = $client_id;
		$this->client_secret = $client_secret;
	}

	/**
	 * The service as the settings name it.
	 *
	 * @return Balcao_Api
	 */
	public static function from_settings() {
		return new self( Balcao_Settings::get( 'base_url' ), Balcao_Settings::get( 'client_id' ), Balcao_Settings::get( 'client_secret' ) );
	}

	/**
	 * Reads.
	 *
	 * @param string $path  Path below the service's address.
	 * @param array  $query Query parameters.
	 * @return array
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	public function get( $path, array $query = array() ) {
		return $this->call( 'GET', $query ? $path . '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ) : $path, null, '' );
	}

	/**
	 * Writes. With a key the request can be repeated, and is, once, when the answer is lost.
	 *
	 * @param string     $path Path below the service's address.
	 * @param array|null $body What is sent as JSON.
	 * @param string     $key  The `Idempotency-Key`; the body becomes part of it.
	 * @return array
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	public function post( $path, $body = null, $key = '' ) {
		$json = null === $body ? null : wp_json_encode( $body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
		return $this->call( 'POST', $path, $json, '' === $key ? '' : hash( 'sha256', $key . "\n" . $json ) );
	}

	/**
	 * Deletes.
	 *
	 * @param string $path Path below the service's address.
	 * @return array
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	public function delete( $path ) {
		return $this->call( 'DELETE', $path, null, '' );
	}

	/**
	 * True when the service has not answered just now, so that a page need not ask it again.
	 *
	 * @return bool
	 */
	public static function is_away() {
		return self::$is_away;
	}

	/**
	 * Forgets the token, as after a change of the credentials.
	 */
	public static function forget_token() {
		delete_transient( Balcao_Settings::TOKEN );
	}

	/**
	 * The problem with address and credentials, as the answer to a request for a token tells it.
	 *
	 * @return string A problem of `Balcao_Settings`, or an empty text.
	 */
	public function problem() {
		try {
			$answer = $this->ask_for_token( array( 'scope' => self::SCOPES ) );
		} catch ( Balcao_Api_Error $error ) {
			return 'away';
		}
		$refusal = isset( $answer['body']['error'] ) ? $answer['body']['error'] : '';
		if ( 200 === $answer['status'] && ! empty( $answer['body']['access_token'] ) ) {
			return '';
		}
		if ( 'invalid_scope' === $refusal ) {
			return 'scope';
		}
		if ( 'invalid_client' === $refusal ) {
			return 'credentials';
		}
		return 429 === $answer['status'] || $answer['status'] >= 500 ? 'away' : 'address';
	}

	/**
	 * One call, with a new token when the present one is refused.
	 *
	 * @param string      $method HTTP method.
	 * @param string      $path   Path with its query.
	 * @param string|null $json   Body.
	 * @param string      $key    The `Idempotency-Key`, or an empty string.
	 * @return array
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	private function call( $method, $path, $json, $key ) {
		try {
			return $this->send( $method, $path, $json, $key, $this->token() );
		} catch ( Balcao_Api_Error $error ) {
			if ( 401 === $error->status && 'invalid_client' !== $error->error_code ) {
				self::forget_token();
				return $this->send( $method, $path, $json, $key, $this->token() );
			}
			// A read that was not answered is not waited for a second time, since a buyer waits for the page.
			if ( $error->is_outage() && ( '' !== $key || ( 'GET' === $method && ! self::$is_away && null === $error->cut ) ) ) {
				return $this->send( $method, $path, $json, $key, $this->token() );
			}
			if ( 403 === $error->status ) {
				Balcao_Settings::report( 'scope' );
			}
			throw $error;
		}
	}

	/**
	 * One request.
	 *
	 * @param string      $method HTTP method.
	 * @param string      $path   Path with its query.
	 * @param string|null $json   Body.
	 * @param string      $key    The `Idempotency-Key`, or an empty string.
	 * @param string      $token  The access token.
	 * @return array
	 * @throws Balcao_Api_Error When it is refused or not answered.
	 */
	private function send( $method, $path, $json, $key, $token ) {
		$headers = array(
			'Accept'        => 'application/json',
			'Authorization' => 'Bearer ' . $token,
		);
		if ( '' !== $key ) {
			$headers['Idempotency-Key'] = $key;
		}
		if ( null !== $json ) {
			$headers['Content-Type'] = 'application/json';
		}
		$answer = $this->request( $method, $path, $headers, null === $json ? '' : $json );
		if ( $answer['status'] >= 200 && $answer['status'] < 300 && null !== $answer['body'] ) {
			return $answer['body'];
		}
		$error = isset( $answer['body']['error'] ) && is_array( $answer['body']['error'] ) ? $answer['body']['error'] : array();
		// A success that cannot be read says as little as no answer at all.
		$is_cut  = $answer['status'] >= 200 && $answer['status'] < 300;
		$refusal = new Balcao_Api_Error( $is_cut ? 0 : $answer['status'], $error, 'HTTP ' . $answer['status'] );
		if ( $is_cut ) {
			$refusal->cut = $answer['beginning'];
		}
		throw $refusal;
	}

	/**
	 * The access token: the one that is kept, or a new one.
	 *
	 * @return string
	 * @throws Balcao_Api_Error When none is to be had.
	 */
	private function token() {
		$owner = hash( 'sha256', $this->base_url . "\n" . $this->client_id . "\n" . $this->client_secret );
		$kept  = get_transient( Balcao_Settings::TOKEN );
		if ( is_array( $kept ) && isset( $kept['owner'], $kept['token'] ) && hash_equals( $owner, (string) $kept['owner'] ) ) {
			return (string) $kept['token'];
		}
		$answer = $this->ask_for_token();
		if ( 200 !== $answer['status'] || empty( $answer['body']['access_token'] ) ) {
			if ( 401 === $answer['status'] ) {
				Balcao_Settings::report( 'credentials' );
			}
			throw new Balcao_Api_Error( 200 === $answer['status'] ? 0 : $answer['status'], array( 'code' => 401 === $answer['status'] ? 'invalid_client' : '' ), 'HTTP ' . $answer['status'] ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped
		}
		foreach ( array( 'address', 'away', 'credentials' ) as $problem ) {
			Balcao_Settings::resolve( $problem );
		}
		$token = (string) $answer['body']['access_token'];
		$lasts = isset( $answer['body']['expires_in'] ) ? (int) $answer['body']['expires_in'] : 0;
		if ( $lasts > 120 ) {
			set_transient(
				Balcao_Settings::TOKEN,
				array(
					'owner' => $owner,
					'token' => $token,
				),
				$lasts - 60
			);
		}
		return $token;
	}

	/**
	 * Asks for a token.
	 *
	 * @param array $fields Of the form, besides the grant.
	 * @return array As `request` answers.
	 * @throws Balcao_Api_Error When there is no answer.
	 */
	private function ask_for_token( array $fields = array() ) {
		// Basic credentials are form-encoded first (RFC 6749, section 2.3.1).
		$credentials = rawurlencode( $this->client_id ) . ':' . rawurlencode( $this->client_secret );
		$headers     = array(
			'Accept'        => 'application/json',
			'Content-Type'  => 'application/x-www-form-urlencoded',
			'Authorization' => 'Basic ' . base64_encode( $credentials ), // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode
		);
		$form        = http_build_query( array( 'grant_type' => 'client_credentials' ) + $fields, '', '&', PHP_QUERY_RFC3986 );
		return $this->request( 'POST', '/oauth/token', $headers, $form );
	}

	/**
	 * Sends a request and reads the answer.
	 *
	 * The address is the merchant's own setting and may be one of a private network, so this is
	 * not `wp_safe_remote_request`. No redirect is followed: it would carry the token elsewhere.
	 *
	 * @param string $method  HTTP method.
	 * @param string $path    Path with its query.
	 * @param array  $headers Headers.
	 * @param string $body    Body, or an empty string.
	 * @return array `status`, `body`: an array, or null when it is no JSON object, and its `beginning`.
	 * @throws Balcao_Api_Error When there is no answer.
	 */
	private function request( $method, $path, array $headers, $body ) {
		$left = Balcao_Patience::left();
		if ( $left < self::SHORTEST_SECONDS ) {
			throw new Balcao_Api_Error( 0, array(), 'The service was waited for long enough.' );
		}
		$arguments = array(
			'method'              => $method,
			'headers'             => $headers,
			'timeout'             => min( self::TIMEOUT_SECONDS, $left ),
			'redirection'         => 0,
			'limit_response_size' => self::MAX_ANSWER_BYTES,
			'user-agent'          => 'Balcao-WooCommerce/' . BALCAO_VERSION,
		);
		if ( '' !== $body ) {
			$arguments['body'] = $body;
		}
		$url           = $this->base_url . $path;
		$answer        = Balcao_Patience::spend(
			function () use ( $url, $arguments ) {
				return wp_remote_request( $url, $arguments );
			}
		);
		self::$is_away = is_wp_error( $answer );
		if ( self::$is_away ) {
			$refusal = new Balcao_Api_Error( 0, array(), $answer->get_error_message() );
			// The connection ended before the answer did.
			$refusal->cut = 0 === strpos( $answer->get_error_message(), 'cURL error 18:' ) ? '' : null;
			throw $refusal;
		}
		$text = wp_remote_retrieve_body( $answer );
		$read = json_decode( $text, true, 64 );
		return array(
			'status'    => (int) wp_remote_retrieve_response_code( $answer ),
			'body'      => is_array( $read ) ? $read : null,
			'beginning' => substr( $text, 0, self::BEGINNING_BYTES ),
		);
	}
}
