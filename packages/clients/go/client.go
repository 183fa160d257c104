// Package balcao is a client of Balcão: hosted checkouts paid by Pix. It needs the standard library
// alone.
package balcao

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Options are the address of the service, and the credentials of an API client.
type Options struct {
	// BaseURL is the service's public address, such as https://pay.example.com.
	BaseURL      string
	ClientID     string
	ClientSecret string
	// Transport takes the place of http.DefaultTransport: for a proxy, or for tracing.
	Transport http.RoundTripper
}

// A Client for one account. Goroutines may share it.
//
// Tokens are fetched, kept and renewed. Requests are retried as the contract advises, POST under an
// Idempotency-Key that is made once for each call. Keep it on your server.
type Client struct {
	baseURL string
	world   *world
	tokens  *tokens
}

var (
	addressForm = regexp.MustCompile(`^(?i:https?)://[!-"$->A-~]+$`)
	keyForm     = regexp.MustCompile(`^[!-~]([ -~]*[!-~])?$`)
)

// New makes a client. It fails when the address is none, or a credential is missing.
func New(options Options) (*Client, error) {
	baseURL := strings.TrimRight(options.BaseURL, "/")
	address, err := url.Parse(baseURL)
	if err != nil || address.Hostname() == "" || !addressForm.MatchString(baseURL) {
		// What was given may hold a password, so nothing of it is repeated.
		return nil, errors.New("balcao: BaseURL is no address: http or https, a host, at most a path")
	}
	if options.ClientID == "" || options.ClientSecret == "" {
		return nil, errors.New("balcao: ClientID or ClientSecret is missing")
	}
	world := realWorld(options.Transport)
	tokens := newTokens(world, baseURL, options.ClientID, options.ClientSecret)
	return &Client{baseURL: baseURL, world: world, tokens: tokens}, nil
}

// String shows no secret, whichever verb prints a client.
func (c Client) String() string { return "balcao.Client(" + c.baseURL + ")" }

// GoString is String.
func (c Client) GoString() string { return c.String() }

// A CallOption changes one call.
type CallOption func(*call)

// IdempotencyKey makes a call safe to repeat for 24 hours. Without it, one is made for each call.
// Store your own with the order when the process itself may end during the call.
func IdempotencyKey(key string) CallOption {
	return func(c *call) { c.key = &key }
}

// A call of an operation.
type call struct {
	operation string
	method    string
	path      string
	values    []string
	query     any
	body      any
	takesKey  bool
	key       *string
}

func (c *call) filled() (string, error) {
	path := c.path
	for _, value := range c.values {
		open, end := strings.Index(path, "{"), strings.Index(path, "}")
		// Empty and dot segments are removed from a URL even when they are encoded.
		if value == "" || value == "." || value == ".." || !utf8.ValidString(value) {
			return "", fmt.Errorf("%s: %s cannot be %q", c.operation, path[open+1:end], value)
		}
		// A brace is encoded, so that what was filled in has none.
		path = path[:open] + url.PathEscape(value) + path[end+1:]
	}
	return path, nil
}

func newKey() (string, error) {
	bytes := make([]byte, 16)
	_, err := rand.Read(bytes)
	return fmt.Sprintf("%x", bytes), err
}

func (c *call) request(baseURL string) (*request, error) {
	path, err := c.filled()
	if err != nil {
		return nil, err
	}
	made := &request{method: c.method, url: baseURL + path + queryOf(c.query), header: http.Header{}}
	made.header.Set("Accept", "application/json, */*")
	made.repeatable = c.method != http.MethodPost || c.takesKey
	if c.takesKey {
		key := ""
		if c.key != nil {
			key = *c.key
		} else if key, err = newKey(); err != nil {
			return nil, fmt.Errorf("%s: %w", c.operation, err)
		}
		if !keyForm.MatchString(key) {
			return nil, fmt.Errorf("%s: the idempotency key is no header's value in ASCII", c.operation)
		}
		made.header.Set("Idempotency-Key", key)
	}
	if value := reflect.ValueOf(c.body); c.body != nil && !isNil(value) {
		body, err := bodyOf(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.operation, err)
		}
		text, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.operation, err)
		}
		made.header.Set("Content-Type", "application/json")
		made.body = string(text)
	}
	return made, nil
}

// authorized sends a request with the kept token, and once more with a new one after a 401.
func (c *Client) authorized(ctx context.Context, name string, sent *request) (*answer, error) {
	for isSecond := false; ; isSecond = true {
		token, err := c.tokens.get(ctx)
		if err != nil {
			return nil, err
		}
		sent.header.Set("Authorization", "Bearer "+token.text)
		found, err := c.world.send(ctx, name, sent)
		if err != nil || found.status != http.StatusUnauthorized || isSecond {
			return found, err
		}
		// The token was revoked, or expired earlier than this clock says.
		c.tokens.forget(token)
	}
}

// do makes a call, and reads its answer into `into`, which is *[]byte for a file.
func (c *Client) do(ctx context.Context, own *call, options []CallOption, into any) error {
	for _, option := range options {
		option(own)
	}
	sent, err := own.request(c.baseURL)
	if err != nil {
		return err
	}
	found, err := c.authorized(ctx, own.operation, sent)
	if err != nil {
		return err
	}
	if !found.isGood() {
		return errorOf(own.operation, found)
	}
	file, isFile := into.(*[]byte)
	// A page of something between here and the service is no file of the service's.
	if isFile && found.header.Get("Content-Disposition") != "" {
		*file = found.body
		return nil
	}
	reason := fmt.Sprintf("%d, but no JSON.", found.status)
	if isFile {
		return &NoResponseError{Operation: own.operation, Reason: reason}
	}
	// `null` and an empty object would leave a struct as it is.
	isObject := strings.HasPrefix(strings.TrimLeft(string(found.body), " \t\r\n"), "{")
	if err := json.Unmarshal(found.body, into); err != nil || !isObject {
		return &NoResponseError{Operation: own.operation, Reason: reason, Cause: err}
	}
	return nil
}

// An Iterator walks over every item of a list, newest first. A page is read when it is reached.
type Iterator[T any] struct {
	page  func(ctx context.Context, cursor string) ([]T, *string, error)
	items []T
	item  T
	next  *string
	err   error
}

func iteratorOf[T any](
	start string,
	page func(ctx context.Context, cursor string) ([]T, *string, error),
) *Iterator[T] {
	return &Iterator[T]{page: page, next: &start}
}

// Next goes on to the next item; it is false after the last one, and after an error.
func (i *Iterator[T]) Next(ctx context.Context) bool {
	for len(i.items) == 0 {
		if i.next == nil || i.err != nil {
			return false
		}
		i.items, i.next, i.err = i.page(ctx, *i.next)
	}
	i.item, i.items = i.items[0], i.items[1:]
	return true
}

// Item is the one that Next went on to.
func (i *Iterator[T]) Item() T { return i.item }

// Err is why the iteration ended before its end, if it did.
func (i *Iterator[T]) Err() error { return i.err }
