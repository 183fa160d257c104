package balcao

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// attempts for each request, the first included.
	attempts = 5
	// firstPause is the longest of the first pause, and twice the shortest; each one after it is
	// twice as long.
	firstPause = time.Second
	// longestPause: a response with a longer Retry-After is returned at once instead.
	longestPause = time.Minute
	// attemptLimit is the timeout of an attempt, the body of its response included.
	attemptLimit = 10 * time.Second
	// maxBodyBytes of a response.
	maxBodyBytes = 64 << 20
)

var errTooLarge = errors.New("the answer is too large")

// A world is network, time and randomness, which tests replace.
type world struct {
	transport http.RoundTripper
	limit     time.Duration
	wait      func(context.Context, time.Duration) error
	random    func() float64
	now       func() time.Time
}

func realWorld(transport http.RoundTripper) *world {
	if transport == nil {
		transport = http.DefaultTransport
	}
	return &world{
		transport: transport,
		limit:     attemptLimit,
		wait:      wait,
		random:    rand.Float64,
		now:       time.Now,
	}
}

func wait(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A request that can be sent more than once.
type request struct {
	method string
	url    string
	header http.Header
	body   string
	// repeatable tells whether to send it twice does no more than to send it once.
	repeatable bool
}

// An answer whose body was read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a *answer) isGood() bool { return a.status >= 200 && a.status < 300 }

// attempt sends a request once. A transport follows no redirect.
func (w *world) attempt(ctx context.Context, sent *request, limit time.Duration) (*answer, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var body io.Reader
	if sent.body != "" {
		body = strings.NewReader(sent.body)
	}
	made, err := http.NewRequestWithContext(limited, sent.method, sent.url, body)
	if err != nil {
		return nil, err
	}
	made.Header = sent.header.Clone()
	response, err := w.transport.RoundTrip(made)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxBodyBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxBodyBytes {
		return nil, errTooLarge
	}
	return &answer{status: response.StatusCode, header: response.Header, body: content}, nil
}

// retryAfter is in seconds or a date (RFC 9110 §10.2.3); 0 without.
func retryAfter(found *answer) time.Duration {
	text := found.header.Get("Retry-After")
	if text != "" && strings.Trim(text, "0123456789") == "" {
		seconds, err := strconv.Atoi(text)
		if err != nil || seconds > 1e6 {
			seconds = 1e6
		}
		return time.Duration(seconds) * time.Second
	}
	date, err := http.ParseTime(text)
	if duration := time.Until(date); err == nil && duration > 0 {
		return duration
	}
	return 0
}

// send sends a request, and retries it after a 408 or 429, and after a 5xx or no response when it
// is repeatable. Pauses grow exponentially with jitter, and are added to Retry-After.
func (w *world) send(ctx context.Context, operation string, sent *request) (*answer, error) {
	for count := 1; ; count++ {
		found, err := w.attempt(ctx, sent, w.limit)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", operation, ctx.Err())
		}
		if errors.Is(err, errTooLarge) {
			return nil, &NoResponseError{Operation: operation, Reason: err.Error(), Cause: err}
		}
		again := sent.repeatable && (err != nil || found.status >= 500)
		asked := time.Duration(0)
		if err == nil {
			// After these the service has done nothing, so every request can be retried.
			again = again || found.status == 408 || found.status == 429
			asked = retryAfter(found)
		}
		if !again || count == attempts || asked > longestPause {
			if err != nil {
				reason := "the service did not answer."
				return nil, &NoResponseError{Operation: operation, Reason: reason, Cause: err}
			}
			return found, nil
		}
		backoff := time.Duration((0.5 + w.random()/2) * float64(firstPause<<(count-1)))
		if err := w.wait(ctx, asked+backoff); err != nil {
			return nil, fmt.Errorf("%s: %w", operation, err)
		}
	}
}
