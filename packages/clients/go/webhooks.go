package balcao

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// tolerance: how old a request may be, and how far in the future, as in Standard Webhooks'
	// libraries.
	tolerance = 5 * time.Minute
	// As Standard Webhooks asks; the service's have 32. A shorter one could be guessed.
	minSecretBytes = 24
	maxSecretBytes = 64
	// maxTried: the service sends two signatures and publishes two keys at most.
	maxTried = 8
	// keysMaxAge: a key that was revoked is believed for this long at most.
	keysMaxAge = time.Hour
	// keysMinInterval: forged requests make the set be read no more often than this.
	keysMinInterval = time.Minute
	// keysLimit: a delivery is given up after ten seconds, so there is no time for a second attempt.
	keysLimit = 5 * time.Second
)

// A WebhookEvent tells what happened. Ignore types that you do not know.
type WebhookEvent struct {
	// ID of the event, as ListEvents has it. Handle each id once, whichever way it comes.
	ID        string          `json:"-"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Checkout is the data of an event about a checkout.
func (e *WebhookEvent) Checkout() (*Checkout, error) { return dataOf[Checkout](e.Data, "checkout") }

// Refund is the data of an event about a refund.
func (e *WebhookEvent) Refund() (*Refund, error) { return dataOf[Refund](e.Data, "refund") }

// Checkout is the data of an event about a checkout.
func (e *Event) Checkout() (*Checkout, error) { return dataOf[Checkout](e.Data, "checkout") }

// Refund is the data of an event about a refund.
func (e *Event) Refund() (*Refund, error) { return dataOf[Refund](e.Data, "refund") }

func dataOf[T any](data json.RawMessage, object string) (*T, error) {
	var named struct {
		Object string `json:"object"`
	}
	made := new(T)
	if err := json.Unmarshal(data, &named); err != nil {
		return nil, err
	}
	if named.Object != object {
		return nil, fmt.Errorf("the event is about a %s, not a %s", named.Object, object)
	}
	return made, json.Unmarshal(data, made)
}

func unverified(reason string) error { return fmt.Errorf("%w: %s", ErrUnverifiedWebhook, reason) }

var timestampForm = regexp.MustCompile(`^[0-9]{1,12}$`)

// signedOf is what was signed. Its time is checked.
func signedOf(body []byte, header http.Header) ([]byte, error) {
	id, sentAt := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	if id == "" {
		return nil, unverified("it has no id")
	}
	if !timestampForm.MatchString(sentAt) {
		return nil, unverified("its timestamp is none")
	}
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > int64(tolerance.Seconds()) || -age > int64(tolerance.Seconds()) {
		return nil, unverified("its timestamp is too far off")
	}
	return append([]byte(id+"."+sentAt+"."), body...), nil
}

// signaturesOf are those of a version that have as many bytes.
func signaturesOf(header http.Header, version string, length int) [][]byte {
	var found [][]byte
	for _, one := range strings.Split(header.Get("Webhook-Signature"), " ") {
		own, text, _ := strings.Cut(one, ",")
		signature, err := base64.StdEncoding.DecodeString(text)
		if own == version && err == nil && len(signature) == length {
			found = append(found, signature)
		}
	}
	return found
}

func eventOf(body []byte, header http.Header) (*WebhookEvent, error) {
	event := &WebhookEvent{ID: header.Get("Webhook-Id")}
	if err := json.Unmarshal(body, event); err != nil || event.Type == "" {
		return nil, unverified("its body is no event")
	}
	return event, nil
}

// VerifyWebhook verifies a request to your endpoint: its signature (v1 of Standard Webhooks), and
// that it is at most five minutes old. The body is what was received: parsed and serialised again
// it would differ. The secret is that of the endpoint, whsec_…
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < minSecretBytes || len(key) > maxSecretBytes {
		// The value is not part of the message, since it may be most of a secret.
		form := "whsec_ and base64 of %d to %d bytes"
		return nil, fmt.Errorf("the secret is no endpoint's: "+form, minSecretBytes, maxSecretBytes)
	}
	content, err := signedOf(body, header)
	if err != nil {
		return nil, err
	}
	expected := hmac.New(sha256.New, key)
	expected.Write(content)
	for _, signature := range signaturesOf(header, "v1", sha256.Size) {
		if hmac.Equal(signature, expected.Sum(nil)) {
			return eventOf(body, header)
		}
	}
	return nil, unverified("no signature matches")
}

// A WebhookKeySet is a JSON Web Key Set (RFC 7517). Only its Ed25519 keys (RFC 8037) are used.
type WebhookKeySet struct {
	Keys []struct {
		Kty string `json:"kty"`
		Crv string `json:"crv"`
		X   string `json:"x"`
	} `json:"keys"`
}

func (s *WebhookKeySet) points() ([]ed25519.PublicKey, error) {
	var points []ed25519.PublicKey
	for _, key := range s.Keys {
		point, err := base64.RawURLEncoding.DecodeString(key.X)
		isOne := key.Kty == "OKP" && key.Crv == "Ed25519" && len(point) == ed25519.PublicKeySize
		if err == nil && isOne && len(points) < maxTried {
			points = append(points, point)
		}
	}
	if len(points) == 0 {
		return nil, errors.New("the keys are no set of Ed25519 keys (RFC 8037)")
	}
	return points, nil
}

// WebhookKeys are the public keys of your account. They keep what they have read, and read again
// after an hour, or when no key verifies a signature.
type WebhookKeys struct {
	address  string
	world    *world
	mutex    sync.Mutex
	points   []ed25519.PublicKey
	readAt   time.Time
	failedAt time.Time
}

var schemeForm = regexp.MustCompile(`^(?i:https?)$`)

// NewWebhookKeys takes the address …/webhooks/<seller_id>/jwks.json: from your configuration,
// never from a request. Make them once.
func NewWebhookKeys(address string) (*WebhookKeys, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Hostname() == "" || !schemeForm.MatchString(parsed.Scheme) {
		return nil, errors.New("balcao: the address is not http or https")
	}
	return &WebhookKeys{address: address, world: realWorld(nil)}, nil
}

// current are the keys, and those that are newer than `known` when that is given: nil when they were
// read, or could not be, a moment ago.
func (k *WebhookKeys) current(known []ed25519.PublicKey) ([]ed25519.PublicKey, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	now := k.world.now()
	if known == nil && k.points != nil && now.Sub(k.readAt) < keysMaxAge {
		return k.points, nil
	}
	if known != nil {
		if &k.points[0] != &known[0] {
			return k.points, nil
		}
		if now.Sub(k.readAt) < keysMinInterval || now.Sub(k.failedAt) < keysMinInterval {
			return nil, nil
		}
	}
	points, err := k.read()
	if err != nil {
		k.failedAt = now
		reason := "the keys of webhooks could not be read."
		return nil, &NoResponseError{Operation: "getWebhookJwks", Reason: reason, Cause: err}
	}
	k.points, k.readAt = points, now
	return points, nil
}

func (k *WebhookKeys) read() ([]ed25519.PublicKey, error) {
	sent := &request{method: http.MethodGet, url: k.address, header: http.Header{}}
	// Others may wait for it, so that no caller ends it.
	found, err := k.world.attempt(context.Background(), sent, keysLimit)
	if err != nil {
		return nil, err
	}
	if !found.isGood() {
		return nil, fmt.Errorf("it answered %d", found.status)
	}
	var set WebhookKeySet
	if err := json.Unmarshal(found.body, &set); err != nil {
		return nil, err
	}
	return set.points()
}

func isSigned(points []ed25519.PublicKey, content []byte, signatures [][]byte) bool {
	for _, point := range points {
		for _, signature := range signatures {
			if ed25519.Verify(point, content, signature) {
				return true
			}
		}
	}
	return false
}

func ed25519Signatures(header http.Header) [][]byte {
	found := signaturesOf(header, "v1a", ed25519.SignatureSize)
	if len(found) > maxTried {
		return found[:maxTried]
	}
	return found
}

// Verify verifies a request to your endpoint without its secret: an Ed25519 signature (v1a of
// Standard Webhooks) by a key of the set, and that it is at most five minutes old.
func (s *WebhookKeySet) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	points, err := s.points()
	if err != nil {
		return nil, err
	}
	content, err := signedOf(body, header)
	if err != nil {
		return nil, err
	}
	if !isSigned(points, content, ed25519Signatures(header)) {
		return nil, unverified("no signature matches")
	}
	return eventOf(body, header)
}

// Verify verifies a request to your endpoint without its secret: an Ed25519 signature (v1a of
// Standard Webhooks) by a key of your account, and that it is at most five minutes old. The error
// is a *NoResponseError when the keys could not be read.
func (k *WebhookKeys) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	content, err := signedOf(body, header)
	if err != nil {
		return nil, err
	}
	signatures := ed25519Signatures(header)
	if len(signatures) == 0 {
		return nil, unverified("no signature matches")
	}
	var points []ed25519.PublicKey
	for {
		if points, err = k.current(points); err != nil {
			return nil, err
		}
		if points == nil {
			return nil, unverified("no signature matches")
		}
		if isSigned(points, content, signatures) {
			return eventOf(body, header)
		}
	}
}
