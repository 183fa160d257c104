package balcao

import (
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Ptr points to a value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }

// Nullable is a field that may be left out, given, or set to null: nil, Value or Null.
type Nullable[T any] struct {
	value *T
}

// Value gives a nullable field a value.
func Value[T any](value T) *Nullable[T] { return &Nullable[T]{value: &value} }

// Null sets a nullable field to null.
func Null[T any]() *Nullable[T] { return &Nullable[T]{} }

func (n *Nullable[T]) content() any {
	if n.value == nil {
		return nil
	}
	return *n.value
}

var errText = errors.New("a text is no UTF-8")

// bodyOf makes of a body what json.Marshal is given. Fields that are nil are left out, whereas an
// empty list or map is sent, which `omitempty` cannot tell apart.
func bodyOf(value reflect.Value) (any, error) {
	if value.IsValid() && value.CanInterface() {
		switch own := value.Interface().(type) {
		case interface{ content() any }:
			if !value.IsNil() {
				return bodyOf(reflect.ValueOf(own.content()))
			}
		case time.Time:
			return wireTime(own), nil
		case json.Marshaler:
			return own, nil
		}
	}
	switch value.Kind() {
	case reflect.Invalid:
		return nil, nil
	case reflect.Pointer, reflect.Interface:
		return bodyOf(value.Elem())
	case reflect.String:
		if !utf8.ValidString(value.String()) {
			return nil, errText
		}
	case reflect.Struct:
		return fieldsOf(value)
	case reflect.Map:
		return entriesOf(value)
	case reflect.Slice, reflect.Array:
		return itemsOf(value)
	}
	return value.Interface(), nil
}

func isNil(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
		return value.IsNil()
	}
	return false
}

func fieldsOf(value reflect.Value) (any, error) {
	made := map[string]any{}
	for i := 0; i < value.NumField(); i++ {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" || isNil(value.Field(i)) {
			continue
		}
		one, err := bodyOf(value.Field(i))
		if err != nil {
			return nil, err
		}
		made[name] = one
	}
	return made, nil
}

func entriesOf(value reflect.Value) (any, error) {
	if value.IsNil() || value.Type().Key().Kind() != reflect.String {
		return value.Interface(), nil
	}
	made := map[string]any{}
	for _, key := range value.MapKeys() {
		one, err := bodyOf(value.MapIndex(key))
		if err != nil || !utf8.ValidString(key.String()) {
			return nil, errText
		}
		made[key.String()] = one
	}
	return made, nil
}

func itemsOf(value reflect.Value) (any, error) {
	if value.Kind() == reflect.Slice && value.IsNil() {
		return value.Interface(), nil
	}
	made := make([]any, value.Len())
	for i := range made {
		one, err := bodyOf(value.Index(i))
		if err != nil {
			return nil, err
		}
		made[i] = one
	}
	return made, nil
}

func wireTime(moment time.Time) string {
	return moment.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// queryOf makes the query of the fields that are not zero.
func queryOf(query any) string {
	values := url.Values{}
	fields := reflect.ValueOf(query)
	for i := 0; query != nil && i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("json")
		field := fields.Field(i)
		if field.IsZero() {
			continue
		}
		switch own := field.Interface().(type) {
		case string:
			values.Set(name, own)
		case int64:
			values.Set(name, strconv.FormatInt(own, 10))
		case *bool:
			values.Set(name, strconv.FormatBool(*own))
		case time.Time:
			values.Set(name, wireTime(own))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}
