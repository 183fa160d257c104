package balcao

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"time"
)

// margin: a token is renewed this long before it expires, so that it does not expire on its way.
const margin = time.Minute

// bearer is RFC 6750 §2.1: what becomes a header holds no line break.
var bearer = regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`)

type token struct {
	text    string
	renewAt time.Time
}

// A coming token is shared by all who wait for it.
type coming struct {
	done  chan struct{}
	token *token
	err   error
}

// tokens is the access token: fetched when it is first needed, kept, and renewed before it expires.
type tokens struct {
	world   *world
	baseURL string
	basic   string
	mutex   sync.Mutex
	token   *token
	coming  *coming
}

func newTokens(world *world, baseURL, clientID, clientSecret string) *tokens {
	pair := url.QueryEscape(clientID) + ":" + url.QueryEscape(clientSecret)
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
	return &tokens{world: world, baseURL: baseURL, basic: basic}
}

// get ends with the caller's context; the request for the token goes on for the others.
func (t *tokens) get(ctx context.Context) (*token, error) {
	t.mutex.Lock()
	if t.token != nil && t.world.now().Before(t.token.renewAt) {
		defer t.mutex.Unlock()
		return t.token, nil
	}
	own := t.coming
	if own == nil {
		own = &coming{done: make(chan struct{})}
		t.coming = own
		go t.settle(own)
	}
	t.mutex.Unlock()
	select {
	case <-own.done:
		return own.token, own.err
	case <-ctx.Done():
		return nil, fmt.Errorf("issueToken: %w", ctx.Err())
	}
}

// forget drops a token that was refused, unless a newer one has replaced it.
func (t *tokens) forget(refused *token) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.token == refused {
		t.token = nil
	}
}

func (t *tokens) settle(own *coming) {
	own.token, own.err = t.fetch()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.token, t.coming = own.token, nil
	close(own.done)
}

func (t *tokens) fetch() (*token, error) {
	askedAt := t.world.now()
	header := http.Header{}
	header.Set("Authorization", t.basic)
	header.Set("Content-Type", "application/x-www-form-urlencoded")
	found, err := t.world.send(context.Background(), "issueToken", &request{
		method:     http.MethodPost,
		url:        t.baseURL + "/oauth/token",
		header:     header,
		body:       "grant_type=client_credentials",
		repeatable: true,
	})
	if err != nil {
		return nil, err
	}
	if !found.isGood() {
		return nil, errorOf("issueToken", found)
	}
	var fields struct {
		AccessToken string   `json:"access_token"`
		ExpiresIn   *float64 `json:"expires_in"`
	}
	err = json.Unmarshal(found.body, &fields)
	if err != nil || fields.ExpiresIn == nil || !bearer.MatchString(fields.AccessToken) {
		reason := fmt.Sprintf("%d, but no token.", found.status)
		return nil, &NoResponseError{Operation: "issueToken", Reason: reason, Cause: err}
	}
	lifetime := time.Duration(*fields.ExpiresIn * float64(time.Second))
	kept := lifetime - margin
	// A token that lives for less than twice the margin is renewed after half its life.
	if kept < lifetime/2 {
		kept = lifetime / 2
	}
	return &token{text: fields.AccessToken, renewAt: askedAt.Add(kept)}, nil
}
