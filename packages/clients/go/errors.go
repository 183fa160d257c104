package balcao

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnverifiedWebhook is wrapped by the error of a request that is not from the service, was
// changed on its way, or is too old. Respond with 400.
var ErrUnverifiedWebhook = errors.New("the webhook could not be verified")

// A NoResponseError says that no response came, or one that is not from the service.
type NoResponseError struct {
	Operation string
	Reason    string
	// Cause, if any, says more.
	Cause error
}

func (e *NoResponseError) Error() string { return e.Operation + ": " + e.Reason }

func (e *NoResponseError) Unwrap() error { return e.Cause }

// An APIError is an error that the service answered with.
type APIError struct {
	Operation string
	Status    int
	// Code is stable: branch on it. A later version of the service may send codes that have no
	// constant here.
	Code    string
	Type    string
	Message string
	// Param is the field at fault, dotted when nested.
	Param string
	// ExistingID is, in a conflict, the customer or checkout that is in the way.
	ExistingID string
	// RequestID: quote it when you ask for help.
	RequestID string
}

func (e *APIError) Error() string {
	asked := e.RequestID
	if asked == "" {
		asked = "without an id"
	}
	return fmt.Sprintf("%s: %d %s: %s (request %s)", e.Operation, e.Status, e.Code, e.Message, asked)
}

// IsCode tells whether an error is an answer of the service with this code.
func IsCode(err error, code string) bool {
	var answered *APIError
	return errors.As(err, &answered) && answered.Code == code
}

// errorOf makes the error for a response that is not 2xx, in the contract's envelope or in OAuth's.
func errorOf(operation string, found *answer) error {
	var outer struct {
		Error       json.RawMessage `json:"error"`
		Description string          `json:"error_description"`
	}
	var inner struct {
		Type       string `json:"type"`
		Code       string `json:"code"`
		Message    string `json:"message"`
		Param      string `json:"param"`
		ExistingID string `json:"existing_id"`
		RequestID  string `json:"request_id"`
	}
	_ = json.Unmarshal(found.body, &outer)
	if operation == "issueToken" && json.Unmarshal(outer.Error, &inner.Code) == nil {
		inner.Code, inner.Type, inner.Message = "oauth_"+inner.Code, "oauth_error", outer.Description
	} else if json.Unmarshal(outer.Error, &inner) != nil || inner.Code == "" {
		// A proxy's response may contain anything, so nothing of it is repeated.
		reason := fmt.Sprintf("%d, but not from the service.", found.status)
		return &NoResponseError{Operation: operation, Reason: reason}
	}
	if inner.RequestID == "" {
		inner.RequestID = found.header.Get("X-Request-Id")
	}
	return &APIError{
		Operation:  operation,
		Status:     found.status,
		Code:       inner.Code,
		Type:       inner.Type,
		Message:    inner.Message,
		Param:      inner.Param,
		ExistingID: inner.ExistingID,
		RequestID:  inner.RequestID,
	}
}
