// Goes through the scenario with the client in Go: within its package, since the waits that a test
// replaces are no part of what it exports. TASK and RESULT are files of JSON.
package balcao

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

type object = map[string]any

type webhookCase struct {
	Body    string
	Headers map[string]string
	Secret  string
	Address string
	Keys    *WebhookKeySet
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// converted makes a value of a type by way of JSON, which is what the wire would show.
func converted(value any, into reflect.Type) reflect.Value {
	text, err := json.Marshal(value)
	check(err)
	made := reflect.New(into)
	check(json.Unmarshal(text, made.Interface()))
	return made.Elem()
}

// UnmarshalJSON is only needed to read the scenario's bodies.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	n.value = new(T)
	return json.Unmarshal(text, n.value)
}

func filled(value any, saved object) any {
	switch own := value.(type) {
	case []any:
		made := make([]any, len(own))
		for i, one := range own {
			made[i] = filled(one, saved)
		}
		return made
	case object:
		made := object{}
		for key, one := range own {
			made[key] = filled(one, saved)
		}
		return made
	case string:
		if !strings.HasPrefix(own, "$") {
			return own
		}
		var found any = saved
		for _, key := range strings.Split(own[1:], ".") {
			found = found.(object)[key]
		}
		return found
	}
	return value
}

// bodyFrom sets what is given, a null too where a field can be one, which encoding/json passes over for a pointer.
func bodyFrom(given object, into reflect.Type) reflect.Value {
	if into.Kind() == reflect.Pointer {
		made := reflect.New(into.Elem())
		made.Elem().Set(bodyFrom(given, into.Elem()))
		return made
	}
	made := converted(given, into)
	for i := 0; i < into.NumField(); i++ {
		value, isGiven := given[into.Field(i).Tag.Get("json")]
		if isGiven && value == nil && strings.Contains(made.Field(i).Type().String(), "Nullable") {
			made.Field(i).Set(reflect.New(made.Field(i).Type().Elem()))
		}
	}
	return made
}

func arguments(method reflect.Value, step object, saved object) []reflect.Value {
	var given []reflect.Value
	path, _ := filled(step["path"], saved).([]any)
	for i := 0; i < method.Type().NumIn(); i++ {
		in := method.Type().In(i)
		switch {
		case in.String() == "context.Context":
			given = append(given, reflect.ValueOf(context.Background()))
		case in.Kind() == reflect.String:
			given = append(given, reflect.ValueOf(path[0]))
			path = path[1:]
		case method.Type().IsVariadic() && i == method.Type().NumIn()-1:
			if key, isGiven := step["idempotencyKey"].(string); isGiven {
				given = append(given, reflect.ValueOf(IdempotencyKey(key)))
			}
		case strings.HasSuffix(in.Name(), "Query"):
			query, _ := filled(step["query"], saved).(object)
			text, err := json.Marshal(query)
			check(err)
			// A time that is not given is the zero of its type.
			made := reflect.New(in)
			check(json.Unmarshal(text, made.Interface()))
			given = append(given, made.Elem())
		case step["body"] == nil:
			given = append(given, reflect.Zero(in))
		default:
			given = append(given, bodyFrom(filled(step["body"], saved).(object), in))
		}
	}
	return given
}

// shown is what a program could write to its log.
var shown []string

func failure(err error) object {
	shown = append(shown, fmt.Sprintf("%v %+v %#v", err, err, err))
	var answered *APIError
	var none *NoResponseError
	switch {
	case errors.As(err, &answered):
		facts := object{"status": answered.Status, "code": answered.Code}
		facts["param"], facts["existing"] = answered.Param, answered.ExistingID
		return object{"error": facts}
	case errors.As(err, &none):
		return object{"noResponse": true}
	}
	return object{"wrongArgument": true}
}

func upper(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func outcome(client reflect.Value, step object, saved object) object {
	if name, isWalk := step["iterate"].(string); isWalk {
		method := client.MethodByName(strings.Replace(name, "list", "Iterate", 1))
		walk := method.Call(arguments(method, step, saved))[0]
		items := []any{}
		ctx := []reflect.Value{reflect.ValueOf(context.Background())}
		for walk.MethodByName("Next").Call(ctx)[0].Bool() {
			item := walk.MethodByName("Item").Call(nil)[0].Interface()
			fields := converted(item, reflect.TypeOf(object{})).Interface().(object)
			items = append(items, fields[step["field"].(string)])
		}
		if err, _ := walk.MethodByName("Err").Call(nil)[0].Interface().(error); err != nil {
			return failure(err)
		}
		return object{"items": items}
	}
	method := client.MethodByName(upper(step["call"].(string)))
	times := 1
	if given, isGiven := step["times"].(float64); isGiven {
		times = int(given)
	}
	calls := make(chan []reflect.Value, times)
	for i := 0; i < times; i++ {
		given := arguments(method, step, saved)
		go func() { calls <- method.Call(given) }()
	}
	var results []reflect.Value
	for i := 0; i < times; i++ {
		results = <-calls
		if err, _ := results[1].Interface().(error); err != nil {
			return failure(err)
		}
	}
	if file, isFile := results[0].Interface().([]byte); isFile {
		return object{"file": string(file)}
	}
	answer := converted(results[0].Interface(), reflect.TypeOf(object{})).Interface()
	if name, isSaved := step["as"].(string); isSaved {
		saved[name] = answer
	}
	return object{"answer": answer}
}

func verified(one webhookCase) string {
	body, err := base64.StdEncoding.DecodeString(one.Body)
	check(err)
	header := http.Header{}
	for name, value := range one.Headers {
		header.Set(name, value)
	}
	var event *WebhookEvent
	switch {
	case one.Keys != nil:
		event, err = one.Keys.Verify(body, header)
	case one.Address != "":
		var keys *WebhookKeys
		if keys, err = NewWebhookKeys(one.Address); err == nil {
			event, err = keys.Verify(body, header)
		}
	default:
		event, err = VerifyWebhook(body, header, one.Secret)
	}
	var none *NoResponseError
	switch {
	case err == nil:
		return event.Type + " " + event.ID
	case errors.Is(err, ErrUnverifiedWebhook):
		return "unverified"
	case errors.As(err, &none):
		return "no response"
	}
	return "wrong argument"
}

func TestScenario(t *testing.T) {
	var task struct {
		URL          string
		ClientID     string `json:"client_id"`
		ClientSecret string `json:"client_secret"`
		Steps        []object
		Addresses    []string
		Webhooks     []webhookCase
	}
	text, err := os.ReadFile(os.Getenv("TASK"))
	check(err)
	check(json.Unmarshal(text, &task))
	client, err := New(Options{
		BaseURL:      task.URL,
		ClientID:     task.ClientID,
		ClientSecret: task.ClientSecret,
	})
	check(err)
	pauses := []float64{}
	client.world.random = func() float64 { return 0.5 }
	client.world.wait = func(_ context.Context, duration time.Duration) error {
		pauses = append(pauses, duration.Seconds())
		return nil
	}
	now := time.Unix(0, 0)
	client.world.now = func() time.Time { return now }
	saved := object{}
	steps := []object{}
	for number, step := range task.Steps {
		pauses = []float64{}
		client.world.limit = attemptLimit
		if seconds, isGiven := step["seconds"].(float64); isGiven {
			now = time.Unix(int64(seconds), 0)
		}
		if limitMs, isGiven := step["limitMs"].(float64); isGiven {
			client.world.limit = time.Duration(limitMs) * time.Millisecond
		}
		response, err := http.Get(task.URL + "/__step/" + strconv.Itoa(number))
		check(err)
		check(response.Body.Close())
		made := outcome(reflect.ValueOf(client), step, saved)
		made["pauses"] = pauses
		steps = append(steps, made)
	}
	webhooks := []string{}
	for _, one := range task.Webhooks {
		webhooks = append(webhooks, verified(one))
	}
	addresses := []bool{}
	for _, one := range task.Addresses {
		_, err := New(Options{BaseURL: one, ClientID: "a", ClientSecret: "b"})
		addresses = append(addresses, err == nil)
		shown = append(shown, fmt.Sprint(err))
	}
	shown = append(shown, fmt.Sprintf("%v %+v %#v %v", client, client, client, *client))
	result, err := json.Marshal(object{
		"steps":     steps,
		"webhooks":  webhooks,
		"addresses": addresses,
		"shown":     strings.Join(shown, "\n"),
	})
	check(err)
	check(os.WriteFile(os.Getenv("RESULT"), result, 0o600))
}
