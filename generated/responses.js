// Made from openapi.yaml by `npm run generate`; edits here are lost.

import ucs2length from 'ajv/dist/runtime/ucs2length.js'

export function createResponses({ formats, keywords }) {
const issueToken_200 = validate20;
const schema31 = {"type":"object","description":"An access token.","required":["access_token","token_type","expires_in","scope"],"properties":{"access_token":{"type":"string","description":"The token, a signed JWT. Send it as `Authorization: Bearer …`.","minLength":1,"examples":["<ACCESS_TOKEN>"]},"token_type":{"type":"string","const":"Bearer","description":"Always `Bearer`."},"expires_in":{"type":"integer","const":900,"description":"Lifetime in seconds."},"scope":{"type":"string","description":"Scopes of the token, with spaces between.","examples":["customers:read checkouts:write"]}}};
const func1 = ucs2length.default;

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.access_token === undefined) && (missing0 = "access_token")) || ((data.token_type === undefined) && (missing0 = "token_type"))) || ((data.expires_in === undefined) && (missing0 = "expires_in"))) || ((data.scope === undefined) && (missing0 = "scope"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.access_token !== undefined){
let data0 = data.access_token;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func1(data0) < 1){
validate20.errors = [{instancePath:instancePath+"/access_token",schemaPath:"#/properties/access_token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/access_token",schemaPath:"#/properties/access_token/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token_type !== undefined){
let data1 = data.token_type;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate20.errors = [{instancePath:instancePath+"/token_type",schemaPath:"#/properties/token_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("Bearer" !== data1){
validate20.errors = [{instancePath:instancePath+"/token_type",schemaPath:"#/properties/token_type/const",keyword:"const",params:{allowedValue: "Bearer"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expires_in !== undefined){
let data2 = data.expires_in;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate20.errors = [{instancePath:instancePath+"/expires_in",schemaPath:"#/properties/expires_in/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(900 !== data2){
validate20.errors = [{instancePath:instancePath+"/expires_in",schemaPath:"#/properties/expires_in/const",keyword:"const",params:{allowedValue: 900},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
const _errs7 = errors;
if(typeof data.scope !== "string"){
validate20.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"access_token":true,"token_type":true,"expires_in":true,"scope":true},"dynamicProps":false,"dynamicItems":false};

const issueToken_400 = validate21;
const schema32 = {"type":"object","description":"An error of the token endpoint (RFC 6749 section 5.2).","required":["error","error_description"],"properties":{"error":{"type":"string","description":"Stable code: branch on it.","enum":["invalid_request","unsupported_grant_type","invalid_client","invalid_scope","temporarily_unavailable","too_many_requests"],"examples":["invalid_client"]},"error_description":{"type":"string","description":"Text for people, in Portuguese without accents, as the RFC allows ASCII only.","pattern":"^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+$","examples":["Credenciais do cliente ausentes ou invalidas."]}}};
const pattern4 = new RegExp("^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.error === undefined) && (missing0 = "error")) || ((data.error_description === undefined) && (missing0 = "error_description"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.error !== undefined){
let data0 = data.error;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate21.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data0 === "invalid_request") || (data0 === "unsupported_grant_type")) || (data0 === "invalid_client")) || (data0 === "invalid_scope")) || (data0 === "temporarily_unavailable")) || (data0 === "too_many_requests"))){
validate21.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/enum",keyword:"enum",params:{allowedValues: schema32.properties.error.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error_description !== undefined){
let data1 = data.error_description;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
validate21.errors = [{instancePath:instancePath+"/error_description",schemaPath:"#/properties/error_description/pattern",keyword:"pattern",params:{pattern: "^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+$"},message:"must match pattern \""+"^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+$"+"\""}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/error_description",schemaPath:"#/properties/error_description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"error":true,"error_description":true},"dynamicProps":false,"dynamicItems":false};

const issueToken_405 = validate22;
const schema33 = {"type":"object","description":"An error.","required":["error"],"properties":{"error":{"type":"object","description":"What went wrong.","required":["type","code","message","request_id"],"properties":{"type":{"type":"string","description":"Category.","enum":["authentication_error","authorization_error","invalid_request_error","not_found_error","conflict_error","rate_limit_error","api_error"],"examples":["invalid_request_error"]},"code":{"type":"string","description":"Stable code: branch on it.","pattern":"^[a-z][a-z0-9_]*$","examples":["invalid_request"]},"message":{"type":"string","description":"Text for people, in Portuguese. Do not match it.","minLength":1,"examples":["amount_minor: deve ser >= 1"]},"param":{"type":"string","description":"The field at fault, dotted when nested. Present when a field is at fault.","examples":["default_offer.amount_minor"]},"request_id":{"type":"string","description":"Same value as the `X-Request-Id` header.","minLength":1,"maxLength":128,"examples":["req_019caeab-92a3-729f-9308-1bd3abc12e79"]}}}}};
const pattern5 = new RegExp("^[a-z][a-z0-9_]*$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.error === undefined) && (missing0 = "error")){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.error !== undefined){
let data0 = data.error;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((data0.type === undefined) && (missing1 = "type")) || ((data0.code === undefined) && (missing1 = "code"))) || ((data0.message === undefined) && (missing1 = "message"))) || ((data0.request_id === undefined) && (missing1 = "request_id"))){
validate22.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.type !== undefined){
let data1 = data0.type;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate22.errors = [{instancePath:instancePath+"/error/type",schemaPath:"#/properties/error/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data1 === "authentication_error") || (data1 === "authorization_error")) || (data1 === "invalid_request_error")) || (data1 === "not_found_error")) || (data1 === "conflict_error")) || (data1 === "rate_limit_error")) || (data1 === "api_error"))){
validate22.errors = [{instancePath:instancePath+"/error/type",schemaPath:"#/properties/error/properties/type/enum",keyword:"enum",params:{allowedValues: schema33.properties.error.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.code !== undefined){
let data2 = data0.code;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
validate22.errors = [{instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.message !== undefined){
let data3 = data0.message;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate22.errors = [{instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.param !== undefined){
const _errs9 = errors;
if(typeof data0.param !== "string"){
validate22.errors = [{instancePath:instancePath+"/error/param",schemaPath:"#/properties/error/properties/param/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.request_id !== undefined){
let data5 = data0.request_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 128){
validate22.errors = [{instancePath:instancePath+"/error/request_id",schemaPath:"#/properties/error/properties/request_id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate22.errors = [{instancePath:instancePath+"/error/request_id",schemaPath:"#/properties/error/properties/request_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/error/request_id",schemaPath:"#/properties/error/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"error":true},"dynamicProps":false,"dynamicItems":false};

const getAuthorizationServerMetadata_200 = validate23;
const schema34 = {"type":"object","description":"Authorization server metadata (RFC 8414).","required":["issuer","token_endpoint","jwks_uri","scopes_supported","response_types_supported","grant_types_supported","token_endpoint_auth_methods_supported"],"properties":{"issuer":{"type":"string","description":"The `iss` of every access token.","format":"uri","examples":["http://localhost:3000"]},"token_endpoint":{"type":"string","description":"Where tokens are issued.","format":"uri","examples":["http://localhost:3000/oauth/token"]},"jwks_uri":{"type":"string","description":"Where the signing keys are.","format":"uri","examples":["http://localhost:3000/.well-known/jwks.json"]},"scopes_supported":{"type":"array","description":"Every scope there is.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"examples":[["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"]]},"response_types_supported":{"type":"array","description":"Empty: there is no authorization endpoint.","items":{"type":"string"},"maxItems":0,"examples":[[]]},"grant_types_supported":{"type":"array","description":"The one grant.","items":{"type":"string","const":"client_credentials"},"minItems":1,"maxItems":1,"examples":[["client_credentials"]]},"token_endpoint_auth_methods_supported":{"type":"array","description":"How a client authenticates.","items":{"type":"string","const":"client_secret_basic"},"minItems":1,"maxItems":1,"examples":[["client_secret_basic"]]}}};
const formats0 = formats.uri;

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.issuer === undefined) && (missing0 = "issuer")) || ((data.token_endpoint === undefined) && (missing0 = "token_endpoint"))) || ((data.jwks_uri === undefined) && (missing0 = "jwks_uri"))) || ((data.scopes_supported === undefined) && (missing0 = "scopes_supported"))) || ((data.response_types_supported === undefined) && (missing0 = "response_types_supported"))) || ((data.grant_types_supported === undefined) && (missing0 = "grant_types_supported"))) || ((data.token_endpoint_auth_methods_supported === undefined) && (missing0 = "token_endpoint_auth_methods_supported"))){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.issuer !== undefined){
let data0 = data.issuer;
const _errs1 = errors;
if(errors === _errs1){
if(errors === _errs1){
if(typeof data0 === "string"){
if(!(formats0(data0))){
validate23.errors = [{instancePath:instancePath+"/issuer",schemaPath:"#/properties/issuer/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/issuer",schemaPath:"#/properties/issuer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token_endpoint !== undefined){
let data1 = data.token_endpoint;
const _errs3 = errors;
if(errors === _errs3){
if(errors === _errs3){
if(typeof data1 === "string"){
if(!(formats0(data1))){
validate23.errors = [{instancePath:instancePath+"/token_endpoint",schemaPath:"#/properties/token_endpoint/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/token_endpoint",schemaPath:"#/properties/token_endpoint/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.jwks_uri !== undefined){
let data2 = data.jwks_uri;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(!(formats0(data2))){
validate23.errors = [{instancePath:instancePath+"/jwks_uri",schemaPath:"#/properties/jwks_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/jwks_uri",schemaPath:"#/properties/jwks_uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes_supported !== undefined){
let data3 = data.scopes_supported;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(typeof data4 !== "string"){
validate23.errors = [{instancePath:instancePath+"/scopes_supported/" + i0,schemaPath:"#/properties/scopes_supported/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((data4 === "customers:read") || (data4 === "customers:write")) || (data4 === "products:read")) || (data4 === "products:write")) || (data4 === "checkouts:read")) || (data4 === "checkouts:write")) || (data4 === "all")) || (data4 === "refunds:write")) || (data4 === "account:read")) || (data4 === "account:write")) || (data4 === "bank:write"))){
validate23.errors = [{instancePath:instancePath+"/scopes_supported/" + i0,schemaPath:"#/properties/scopes_supported/items/enum",keyword:"enum",params:{allowedValues: schema34.properties.scopes_supported.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data3.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data3[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate23.errors = [{instancePath:instancePath+"/scopes_supported",schemaPath:"#/properties/scopes_supported/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/scopes_supported",schemaPath:"#/properties/scopes_supported/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.response_types_supported !== undefined){
let data5 = data.response_types_supported;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
if(data5.length > 0){
validate23.errors = [{instancePath:instancePath+"/response_types_supported",schemaPath:"#/properties/response_types_supported/maxItems",keyword:"maxItems",params:{limit: 0},message:"must NOT have more than 0 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data5.length;
for(let i2=0; i2<len1; i2++){
const _errs13 = errors;
if(typeof data5[i2] !== "string"){
validate23.errors = [{instancePath:instancePath+"/response_types_supported/" + i2,schemaPath:"#/properties/response_types_supported/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/response_types_supported",schemaPath:"#/properties/response_types_supported/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.grant_types_supported !== undefined){
let data7 = data.grant_types_supported;
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data7)){
if(data7.length > 1){
validate23.errors = [{instancePath:instancePath+"/grant_types_supported",schemaPath:"#/properties/grant_types_supported/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"}];
return false;
}
else {
if(data7.length < 1){
validate23.errors = [{instancePath:instancePath+"/grant_types_supported",schemaPath:"#/properties/grant_types_supported/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid4 = true;
const len2 = data7.length;
for(let i3=0; i3<len2; i3++){
let data8 = data7[i3];
const _errs17 = errors;
if(typeof data8 !== "string"){
validate23.errors = [{instancePath:instancePath+"/grant_types_supported/" + i3,schemaPath:"#/properties/grant_types_supported/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("client_credentials" !== data8){
validate23.errors = [{instancePath:instancePath+"/grant_types_supported/" + i3,schemaPath:"#/properties/grant_types_supported/items/const",keyword:"const",params:{allowedValue: "client_credentials"},message:"must be equal to constant"}];
return false;
}
var valid4 = _errs17 === errors;
if(!valid4){
break;
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/grant_types_supported",schemaPath:"#/properties/grant_types_supported/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token_endpoint_auth_methods_supported !== undefined){
let data9 = data.token_endpoint_auth_methods_supported;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data9)){
if(data9.length > 1){
validate23.errors = [{instancePath:instancePath+"/token_endpoint_auth_methods_supported",schemaPath:"#/properties/token_endpoint_auth_methods_supported/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"}];
return false;
}
else {
if(data9.length < 1){
validate23.errors = [{instancePath:instancePath+"/token_endpoint_auth_methods_supported",schemaPath:"#/properties/token_endpoint_auth_methods_supported/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid5 = true;
const len3 = data9.length;
for(let i4=0; i4<len3; i4++){
let data10 = data9[i4];
const _errs21 = errors;
if(typeof data10 !== "string"){
validate23.errors = [{instancePath:instancePath+"/token_endpoint_auth_methods_supported/" + i4,schemaPath:"#/properties/token_endpoint_auth_methods_supported/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("client_secret_basic" !== data10){
validate23.errors = [{instancePath:instancePath+"/token_endpoint_auth_methods_supported/" + i4,schemaPath:"#/properties/token_endpoint_auth_methods_supported/items/const",keyword:"const",params:{allowedValue: "client_secret_basic"},message:"must be equal to constant"}];
return false;
}
var valid5 = _errs21 === errors;
if(!valid5){
break;
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/token_endpoint_auth_methods_supported",schemaPath:"#/properties/token_endpoint_auth_methods_supported/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"issuer":true,"token_endpoint":true,"jwks_uri":true,"scopes_supported":true,"response_types_supported":true,"grant_types_supported":true,"token_endpoint_auth_methods_supported":true},"dynamicProps":false,"dynamicItems":false};

const getJwks_200 = validate24;
const schema35 = {"type":"object","description":"A JSON Web Key Set (RFC 7517).","required":["keys"],"properties":{"keys":{"type":"array","description":"Public keys, the one that signs now among them.","minItems":1,"items":{"type":"object","description":"A public RSA key.","required":["kty","use","alg","kid","n","e"],"properties":{"kty":{"type":"string","const":"RSA","description":"Key type."},"use":{"type":"string","const":"sig","description":"For signatures."},"alg":{"type":"string","const":"RS256","description":"Signature algorithm."},"kid":{"type":"string","description":"Key id, as in the header of a token.","minLength":1,"examples":["k7Qm2xVtR9aLw4Yb"]},"n":{"type":"string","description":"Modulus, in base64url.","pattern":"^[A-Za-z0-9_-]+$","examples":["kg4AYW36ukaMMUfE5NGImuDllYG4jMT_9GISps9nxvcGhooNUXnhTt2Gu6ZTm7qFST51wCvoFO6dqHX7SPPji0IvTOvOSLINz15nERmDRF8AY_BBd4AlTFwnIRVx3nCXcfUqbbCvJpcv0iZOmppm7K-hQqxgSRJhHq26N9HiU9joTrFLyRP6KAdbdpUguT_RTyoNqefkmqvbM8AfkNwlnZLGsSmE8UbW1TnDhLqhcGSwKQOT6_A8ux83KLvn8lB9mkQpcmO5vAz225J23vwOy4lLL2R_JIDgj2iCm--YGwv7Cw82fvur0fKT-BRFbo-R_xywWw5Kq0QSE8z55XvuTQ"]},"e":{"type":"string","description":"Exponent, in base64url.","pattern":"^[A-Za-z0-9_-]+$","examples":["AQAB"]}}}}}};
const pattern6 = new RegExp("^[A-Za-z0-9_-]+$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.keys === undefined) && (missing0 = "keys")){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.keys !== undefined){
let data0 = data.keys;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length < 1){
validate24.errors = [{instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((data1.kty === undefined) && (missing1 = "kty")) || ((data1.use === undefined) && (missing1 = "use"))) || ((data1.alg === undefined) && (missing1 = "alg"))) || ((data1.kid === undefined) && (missing1 = "kid"))) || ((data1.n === undefined) && (missing1 = "n"))) || ((data1.e === undefined) && (missing1 = "e"))){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.kty !== undefined){
let data2 = data1.kty;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/kty",schemaPath:"#/properties/keys/items/properties/kty/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("RSA" !== data2){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/kty",schemaPath:"#/properties/keys/items/properties/kty/const",keyword:"const",params:{allowedValue: "RSA"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.use !== undefined){
let data3 = data1.use;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/use",schemaPath:"#/properties/keys/items/properties/use/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("sig" !== data3){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/use",schemaPath:"#/properties/keys/items/properties/use/const",keyword:"const",params:{allowedValue: "sig"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.alg !== undefined){
let data4 = data1.alg;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/alg",schemaPath:"#/properties/keys/items/properties/alg/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("RS256" !== data4){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/alg",schemaPath:"#/properties/keys/items/properties/alg/const",keyword:"const",params:{allowedValue: "RS256"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.kid !== undefined){
let data5 = data1.kid;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) < 1){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/kid",schemaPath:"#/properties/keys/items/properties/kid/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/kid",schemaPath:"#/properties/keys/items/properties/kid/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.n !== undefined){
let data6 = data1.n;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/n",schemaPath:"#/properties/keys/items/properties/n/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/n",schemaPath:"#/properties/keys/items/properties/n/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.e !== undefined){
let data7 = data1.e;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/e",schemaPath:"#/properties/keys/items/properties/e/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/keys/" + i0+"/e",schemaPath:"#/properties/keys/items/properties/e/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"keys":true},"dynamicProps":false,"dynamicItems":false};

const getWebhookJwks_200 = validate25;
const schema36 = {"type":"object","description":"A JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037).","required":["keys"],"properties":{"keys":{"type":"array","description":"The keys that sign now, the newest first.","minItems":1,"maxItems":2,"items":{"type":"object","description":"A public Ed25519 key.","required":["kty","crv","use","alg","kid","x"],"properties":{"kty":{"type":"string","const":"OKP","description":"Key type."},"crv":{"type":"string","const":"Ed25519","description":"Curve."},"use":{"type":"string","const":"sig","description":"For signatures."},"alg":{"type":"string","const":"EdDSA","description":"Signature algorithm."},"kid":{"type":"string","description":"Id of the key, which is in no delivery; `keys revoke` takes it.","pattern":"^whkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["whkey_019cae6b-6600-7f0d-8a41-5c2e9b7d3f18"]},"x":{"type":"string","description":"The public key's 32 bytes, in base64url.","pattern":"^[A-Za-z0-9_-]{43}$","examples":["11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"]}}}}}};
const pattern8 = new RegExp("^whkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern9 = new RegExp("^[A-Za-z0-9_-]{43}$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.keys === undefined) && (missing0 = "keys")){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.keys !== undefined){
let data0 = data.keys;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length > 2){
validate25.errors = [{instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data0.length < 1){
validate25.errors = [{instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((data1.kty === undefined) && (missing1 = "kty")) || ((data1.crv === undefined) && (missing1 = "crv"))) || ((data1.use === undefined) && (missing1 = "use"))) || ((data1.alg === undefined) && (missing1 = "alg"))) || ((data1.kid === undefined) && (missing1 = "kid"))) || ((data1.x === undefined) && (missing1 = "x"))){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.kty !== undefined){
let data2 = data1.kty;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/kty",schemaPath:"#/properties/keys/items/properties/kty/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("OKP" !== data2){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/kty",schemaPath:"#/properties/keys/items/properties/kty/const",keyword:"const",params:{allowedValue: "OKP"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.crv !== undefined){
let data3 = data1.crv;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/crv",schemaPath:"#/properties/keys/items/properties/crv/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("Ed25519" !== data3){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/crv",schemaPath:"#/properties/keys/items/properties/crv/const",keyword:"const",params:{allowedValue: "Ed25519"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.use !== undefined){
let data4 = data1.use;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/use",schemaPath:"#/properties/keys/items/properties/use/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("sig" !== data4){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/use",schemaPath:"#/properties/keys/items/properties/use/const",keyword:"const",params:{allowedValue: "sig"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.alg !== undefined){
let data5 = data1.alg;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/alg",schemaPath:"#/properties/keys/items/properties/alg/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("EdDSA" !== data5){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/alg",schemaPath:"#/properties/keys/items/properties/alg/const",keyword:"const",params:{allowedValue: "EdDSA"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.kid !== undefined){
let data6 = data1.kid;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(!pattern8.test(data6)){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/kid",schemaPath:"#/properties/keys/items/properties/kid/pattern",keyword:"pattern",params:{pattern: "^whkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^whkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/kid",schemaPath:"#/properties/keys/items/properties/kid/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.x !== undefined){
let data7 = data1.x;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern9.test(data7)){
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/x",schemaPath:"#/properties/keys/items/properties/x/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{43}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{43}$"+"\""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/keys/" + i0+"/x",schemaPath:"#/properties/keys/items/properties/x/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"keys":true},"dynamicProps":false,"dynamicItems":false};

const getHealth_200 = validate26;
const schema37 = {"type":"object","description":"State of the service.","required":["status","version"],"properties":{"status":{"type":"string","const":"ok","description":"Always `ok`; anything else is a 503."},"version":{"type":"string","description":"Version of the service.","examples":["1.0.0"]}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.version === undefined) && (missing0 = "version"))){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.status !== undefined){
let data0 = data.status;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate26.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate26.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "ok"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
const _errs3 = errors;
if(typeof data.version !== "string"){
validate26.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"status":true,"version":true},"dynamicProps":false,"dynamicItems":false};

const getAccount_200 = validate27;
const schema38 = {"type":"object","description":"The account behind an access token.","required":["object","seller","api_client"],"properties":{"object":{"type":"string","const":"account","description":"Always `account`."},"seller":{"type":"object","description":"The seller: the account that owns every resource.","required":["id","name","status","default_currency"],"properties":{"id":{"type":"string","description":"Id of a seller.","pattern":"^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1"]},"name":{"type":"string","description":"Display name.","minLength":1,"examples":["Loja Exemplo"]},"status":{"type":"string","const":"active","description":"Always `active`: a seller that the operator has suspended has no tokens."},"default_currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]}}},"api_client":{"type":"object","description":"The API client that the token was issued to.","required":["id","name","client_id","scopes"],"properties":{"id":{"type":"string","description":"Id of an API client. Not the `client_id` of OAuth.","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_api_client_id","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]},"name":{"type":"string","description":"Label of the client.","minLength":1,"examples":["Padrão"]},"client_id":{"type":"string","description":"OAuth client identifier, safe to log.","minLength":1,"examples":["bci_4fQ9xWm2LkT7bZr0VnYc1s"]},"scopes":{"type":"array","description":"Scopes of the present token.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"examples":[["all"]]}}}}};
const pattern10 = new RegExp("^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern11 = new RegExp("^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.object === undefined) && (missing0 = "object")) || ((data.seller === undefined) && (missing0 = "seller"))) || ((data.api_client === undefined) && (missing0 = "api_client"))){
validate27.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate27.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("account" !== data0){
validate27.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "account"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.seller !== undefined){
let data1 = data.seller;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((data1.id === undefined) && (missing1 = "id")) || ((data1.name === undefined) && (missing1 = "name"))) || ((data1.status === undefined) && (missing1 = "status"))) || ((data1.default_currency === undefined) && (missing1 = "default_currency"))){
validate27.errors = [{instancePath:instancePath+"/seller",schemaPath:"#/properties/seller/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.id !== undefined){
let data2 = data1.id;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
validate27.errors = [{instancePath:instancePath+"/seller/id",schemaPath:"#/properties/seller/properties/id/pattern",keyword:"pattern",params:{pattern: "^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/seller/id",schemaPath:"#/properties/seller/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.name !== undefined){
let data3 = data1.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate27.errors = [{instancePath:instancePath+"/seller/name",schemaPath:"#/properties/seller/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/seller/name",schemaPath:"#/properties/seller/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.status !== undefined){
let data4 = data1.status;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate27.errors = [{instancePath:instancePath+"/seller/status",schemaPath:"#/properties/seller/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("active" !== data4){
validate27.errors = [{instancePath:instancePath+"/seller/status",schemaPath:"#/properties/seller/properties/status/const",keyword:"const",params:{allowedValue: "active"},message:"must be equal to constant"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.default_currency !== undefined){
let data5 = data1.default_currency;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate27.errors = [{instancePath:instancePath+"/seller/default_currency",schemaPath:"#/properties/seller/properties/default_currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data5 === "AED") || (data5 === "AFN")) || (data5 === "ALL")) || (data5 === "AMD")) || (data5 === "AOA")) || (data5 === "ARS")) || (data5 === "AUD")) || (data5 === "AWG")) || (data5 === "AZN")) || (data5 === "BAM")) || (data5 === "BBD")) || (data5 === "BDT")) || (data5 === "BHD")) || (data5 === "BIF")) || (data5 === "BMD")) || (data5 === "BND")) || (data5 === "BOB")) || (data5 === "BRL")) || (data5 === "BSD")) || (data5 === "BTN")) || (data5 === "BWP")) || (data5 === "BYN")) || (data5 === "BZD")) || (data5 === "CAD")) || (data5 === "CDF")) || (data5 === "CHF")) || (data5 === "CLP")) || (data5 === "CNY")) || (data5 === "COP")) || (data5 === "CRC")) || (data5 === "CUP")) || (data5 === "CVE")) || (data5 === "CZK")) || (data5 === "DJF")) || (data5 === "DKK")) || (data5 === "DOP")) || (data5 === "DZD")) || (data5 === "EGP")) || (data5 === "ERN")) || (data5 === "ETB")) || (data5 === "EUR")) || (data5 === "FJD")) || (data5 === "FKP")) || (data5 === "GBP")) || (data5 === "GEL")) || (data5 === "GHS")) || (data5 === "GIP")) || (data5 === "GMD")) || (data5 === "GNF")) || (data5 === "GTQ")) || (data5 === "GYD")) || (data5 === "HKD")) || (data5 === "HNL")) || (data5 === "HTG")) || (data5 === "HUF")) || (data5 === "IDR")) || (data5 === "ILS")) || (data5 === "INR")) || (data5 === "IQD")) || (data5 === "IRR")) || (data5 === "ISK")) || (data5 === "JMD")) || (data5 === "JOD")) || (data5 === "JPY")) || (data5 === "KES")) || (data5 === "KGS")) || (data5 === "KHR")) || (data5 === "KMF")) || (data5 === "KPW")) || (data5 === "KRW")) || (data5 === "KWD")) || (data5 === "KYD")) || (data5 === "KZT")) || (data5 === "LAK")) || (data5 === "LBP")) || (data5 === "LKR")) || (data5 === "LRD")) || (data5 === "LSL")) || (data5 === "LYD")) || (data5 === "MAD")) || (data5 === "MDL")) || (data5 === "MGA")) || (data5 === "MKD")) || (data5 === "MMK")) || (data5 === "MNT")) || (data5 === "MOP")) || (data5 === "MRU")) || (data5 === "MUR")) || (data5 === "MVR")) || (data5 === "MWK")) || (data5 === "MXN")) || (data5 === "MYR")) || (data5 === "MZN")) || (data5 === "NAD")) || (data5 === "NGN")) || (data5 === "NIO")) || (data5 === "NOK")) || (data5 === "NPR")) || (data5 === "NZD")) || (data5 === "OMR")) || (data5 === "PAB")) || (data5 === "PEN")) || (data5 === "PGK")) || (data5 === "PHP")) || (data5 === "PKR")) || (data5 === "PLN")) || (data5 === "PYG")) || (data5 === "QAR")) || (data5 === "RON")) || (data5 === "RSD")) || (data5 === "RUB")) || (data5 === "RWF")) || (data5 === "SAR")) || (data5 === "SBD")) || (data5 === "SCR")) || (data5 === "SDG")) || (data5 === "SEK")) || (data5 === "SGD")) || (data5 === "SHP")) || (data5 === "SLE")) || (data5 === "SOS")) || (data5 === "SRD")) || (data5 === "SSP")) || (data5 === "STN")) || (data5 === "SVC")) || (data5 === "SYP")) || (data5 === "SZL")) || (data5 === "THB")) || (data5 === "TJS")) || (data5 === "TMT")) || (data5 === "TND")) || (data5 === "TOP")) || (data5 === "TRY")) || (data5 === "TTD")) || (data5 === "TWD")) || (data5 === "TZS")) || (data5 === "UAH")) || (data5 === "UGX")) || (data5 === "USD")) || (data5 === "UYU")) || (data5 === "UYW")) || (data5 === "UZS")) || (data5 === "VED")) || (data5 === "VES")) || (data5 === "VND")) || (data5 === "VUV")) || (data5 === "WST")) || (data5 === "XAD")) || (data5 === "XAF")) || (data5 === "XCD")) || (data5 === "XCG")) || (data5 === "XOF")) || (data5 === "XPF")) || (data5 === "YER")) || (data5 === "ZAR")) || (data5 === "ZMW")) || (data5 === "ZWG"))){
validate27.errors = [{instancePath:instancePath+"/seller/default_currency",schemaPath:"#/properties/seller/properties/default_currency/enum",keyword:"enum",params:{allowedValues: schema38.properties.seller.properties.default_currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/seller",schemaPath:"#/properties/seller/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api_client !== undefined){
let data6 = data.api_client;
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((((data6.id === undefined) && (missing2 = "id")) || ((data6.name === undefined) && (missing2 = "name"))) || ((data6.client_id === undefined) && (missing2 = "client_id"))) || ((data6.scopes === undefined) && (missing2 = "scopes"))){
validate27.errors = [{instancePath:instancePath+"/api_client",schemaPath:"#/properties/api_client/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data6.id !== undefined){
let data7 = data6.id;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern11.test(data7)){
validate27.errors = [{instancePath:instancePath+"/api_client/id",schemaPath:"#/properties/api_client/properties/id/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/api_client/id",schemaPath:"#/properties/api_client/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.name !== undefined){
let data8 = data6.name;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) < 1){
validate27.errors = [{instancePath:instancePath+"/api_client/name",schemaPath:"#/properties/api_client/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/api_client/name",schemaPath:"#/properties/api_client/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.client_id !== undefined){
let data9 = data6.client_id;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data9 === "string"){
if(func1(data9) < 1){
validate27.errors = [{instancePath:instancePath+"/api_client/client_id",schemaPath:"#/properties/api_client/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/api_client/client_id",schemaPath:"#/properties/api_client/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.scopes !== undefined){
let data10 = data6.scopes;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data10)){
var valid3 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
const _errs23 = errors;
if(typeof data11 !== "string"){
validate27.errors = [{instancePath:instancePath+"/api_client/scopes/" + i0,schemaPath:"#/properties/api_client/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((data11 === "customers:read") || (data11 === "customers:write")) || (data11 === "products:read")) || (data11 === "products:write")) || (data11 === "checkouts:read")) || (data11 === "checkouts:write")) || (data11 === "all")) || (data11 === "refunds:write")) || (data11 === "account:read")) || (data11 === "account:write")) || (data11 === "bank:write"))){
validate27.errors = [{instancePath:instancePath+"/api_client/scopes/" + i0,schemaPath:"#/properties/api_client/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema38.properties.api_client.properties.scopes.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs23 === errors;
if(!valid3){
break;
}
}
if(valid3){
let i1 = data10.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data10[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate27.errors = [{instancePath:instancePath+"/api_client/scopes",schemaPath:"#/properties/api_client/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/api_client/scopes",schemaPath:"#/properties/api_client/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/api_client",schemaPath:"#/properties/api_client/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"object":true,"seller":true,"api_client":true},"dynamicProps":false,"dynamicItems":false};

const getBankConnection_200 = validate28;
const schema39 = {"type":"object","description":"The bank through which the account's buyers pay.","required":["object","provider","profile","health","url","token_url","client_id","pix_key","city","callback_url","callbacks","granted_scopes","warnings","certificate","connected_at","updated_at"],"properties":{"object":{"type":"string","const":"bank_connection","description":"Always `bank_connection`."},"provider":{"type":"string","description":"`bacen` is a bank that follows the Central Bank's Pix API. Without a bank it is `sandbox`, where buyers pay in the sandbox, and `none` in live mode.","enum":["sandbox","bacen","none"],"examples":["bacen"]},"profile":{"type":["string","null"],"description":"The name of what the bank needs beyond that API. `bacen` is nothing. It is named on the command line, and kept when the bank is renewed at the same addresses. Null without a bank.","maxLength":255,"examples":["bacen","bb",null]},"health":{"type":["string","null"],"description":"`not_answering` while requests to the bank fail in a row, as the answering process sees it. Null without a bank.","enum":["answering","not_answering",null],"examples":["answering"]},"url":{"type":["string","null"],"description":"Where the bank's Pix API is. Null without a bank.","maxLength":4096,"examples":["https://pix.banco.example/pix/v2"]},"token_url":{"type":["string","null"],"description":"Where the bank issues tokens. Null without a bank.","maxLength":4096,"examples":["https://pix.banco.example/oauth/token"]},"client_id":{"type":["string","null"],"description":"As what the bank knows the account. Null without a bank.","maxLength":4096,"examples":["loja-exemplo"]},"pix_key":{"type":["string","null"],"description":"The Pix key that receives. Null without a bank.","maxLength":77,"examples":["pix@loja.example"]},"city":{"type":["string","null"],"description":"The city that stands in the Pix code. Null without a bank.","maxLength":4096,"examples":["São Paulo"]},"callback_url":{"type":["string","null"],"description":"Where the bank announces transfers, with `/pix` after it. Null without a bank.","maxLength":4096,"examples":["https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1"]},"callbacks":{"type":["string","null"],"description":"Whether the bank has taken `callback_url`. `refused` is a bank whose list of payments is read instead, `none` a provider without callbacks. Null without a bank.","enum":["registered","refused","none",null],"examples":["registered"]},"granted_scopes":{"type":["array","null"],"description":"The scopes that the bank granted when it was last asked; those asked for when it names none (RFC 6749, section 5.1). Null when none was asked for either, and without a bank.","items":{"type":"string","maxLength":255},"maxItems":100,"examples":[["cob.write","cob.read","pix.write","pix.read","webhook.write","webhook.read"]]},"warnings":{"type":"array","description":"What needs attention. It is looked for when the bank is connected, when it is tested, and once a day. Empty without a bank.","items":{"type":"object","description":"What of a bank connection needs attention.","required":["code","message"],"properties":{"code":{"type":"string","description":"`refunds_not_granted`: the bank granted no `pix.write`, so it carries out no refunds. `webhook_not_granted`: it granted no `webhook.write`, so it takes no address of callbacks. `callbacks_refused`: it refused the address, and its list is read instead. `callback_address_changed`: it announces payments of this Pix key elsewhere, or nowhere. `certificate_ends`: the certificate ends within 30 days, or has ended.","enum":["refunds_not_granted","webhook_not_granted","callbacks_refused","callback_address_changed","certificate_ends"],"examples":["certificate_ends"]},"message":{"type":"string","description":"The same in Portuguese, for a person.","maxLength":500,"examples":["O certificado termina em menos de 30 dias, ou já terminou."]}}},"maxItems":5},"certificate":{"description":"The certificate. Null without a bank.","oneOf":[{"type":"object","description":"The certificate by which the bank knows the account.","required":["subject","fingerprint_sha256","valid_from","valid_to"],"properties":{"subject":{"type":"string","description":"Whom it names, cut off after 500 characters.","maxLength":500,"examples":["CN=Loja Exemplo"]},"fingerprint_sha256":{"type":"string","description":"Its SHA-256 hash in hexadecimal.","pattern":"^[0-9a-f]{64}$","examples":["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"]},"valid_from":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"valid_to":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},{"type":"null"}]},"connected_at":{"description":"When it was connected. Null without a bank.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"updated_at":{"description":"When it was last renewed. Null without a bank.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]}}};
const pattern12 = new RegExp("^[0-9a-f]{64}$", "u");
const pattern13 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$", "u");
const formats6 = formats["date-time"];

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((data.object === undefined) && (missing0 = "object")) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.profile === undefined) && (missing0 = "profile"))) || ((data.health === undefined) && (missing0 = "health"))) || ((data.url === undefined) && (missing0 = "url"))) || ((data.token_url === undefined) && (missing0 = "token_url"))) || ((data.client_id === undefined) && (missing0 = "client_id"))) || ((data.pix_key === undefined) && (missing0 = "pix_key"))) || ((data.city === undefined) && (missing0 = "city"))) || ((data.callback_url === undefined) && (missing0 = "callback_url"))) || ((data.callbacks === undefined) && (missing0 = "callbacks"))) || ((data.granted_scopes === undefined) && (missing0 = "granted_scopes"))) || ((data.warnings === undefined) && (missing0 = "warnings"))) || ((data.certificate === undefined) && (missing0 = "certificate"))) || ((data.connected_at === undefined) && (missing0 = "connected_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate28.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("bank_connection" !== data0){
validate28.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "bank_connection"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
let data1 = data.provider;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate28.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data1 === "sandbox") || (data1 === "bacen")) || (data1 === "none"))){
validate28.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema39.properties.provider.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.profile !== undefined){
let data2 = data.profile;
const _errs5 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate28.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: schema39.properties.profile.type},message:"must be string,null"}];
return false;
}
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 255){
validate28.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.health !== undefined){
let data3 = data.health;
const _errs7 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate28.errors = [{instancePath:instancePath+"/health",schemaPath:"#/properties/health/type",keyword:"type",params:{type: schema39.properties.health.type},message:"must be string,null"}];
return false;
}
if(!(((data3 === "answering") || (data3 === "not_answering")) || (data3 === null))){
validate28.errors = [{instancePath:instancePath+"/health",schemaPath:"#/properties/health/enum",keyword:"enum",params:{allowedValues: schema39.properties.health.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.url !== undefined){
let data4 = data.url;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate28.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: schema39.properties.url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) > 4096){
validate28.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token_url !== undefined){
let data5 = data.token_url;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate28.errors = [{instancePath:instancePath+"/token_url",schemaPath:"#/properties/token_url/type",keyword:"type",params:{type: schema39.properties.token_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 4096){
validate28.errors = [{instancePath:instancePath+"/token_url",schemaPath:"#/properties/token_url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_id !== undefined){
let data6 = data.client_id;
const _errs13 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate28.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: schema39.properties.client_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 4096){
validate28.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pix_key !== undefined){
let data7 = data.pix_key;
const _errs15 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate28.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/type",keyword:"type",params:{type: schema39.properties.pix_key.type},message:"must be string,null"}];
return false;
}
if(errors === _errs15){
if(typeof data7 === "string"){
if(func1(data7) > 77){
validate28.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/maxLength",keyword:"maxLength",params:{limit: 77},message:"must NOT have more than 77 characters"}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.city !== undefined){
let data8 = data.city;
const _errs17 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate28.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/type",keyword:"type",params:{type: schema39.properties.city.type},message:"must be string,null"}];
return false;
}
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 4096){
validate28.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.callback_url !== undefined){
let data9 = data.callback_url;
const _errs19 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate28.errors = [{instancePath:instancePath+"/callback_url",schemaPath:"#/properties/callback_url/type",keyword:"type",params:{type: schema39.properties.callback_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs19){
if(typeof data9 === "string"){
if(func1(data9) > 4096){
validate28.errors = [{instancePath:instancePath+"/callback_url",schemaPath:"#/properties/callback_url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.callbacks !== undefined){
let data10 = data.callbacks;
const _errs21 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate28.errors = [{instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/type",keyword:"type",params:{type: schema39.properties.callbacks.type},message:"must be string,null"}];
return false;
}
if(!((((data10 === "registered") || (data10 === "refused")) || (data10 === "none")) || (data10 === null))){
validate28.errors = [{instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/enum",keyword:"enum",params:{allowedValues: schema39.properties.callbacks.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.granted_scopes !== undefined){
let data11 = data.granted_scopes;
const _errs23 = errors;
if((!(Array.isArray(data11))) && (data11 !== null)){
validate28.errors = [{instancePath:instancePath+"/granted_scopes",schemaPath:"#/properties/granted_scopes/type",keyword:"type",params:{type: schema39.properties.granted_scopes.type},message:"must be array,null"}];
return false;
}
if(errors === _errs23){
if(Array.isArray(data11)){
if(data11.length > 100){
validate28.errors = [{instancePath:instancePath+"/granted_scopes",schemaPath:"#/properties/granted_scopes/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs25 = errors;
if(errors === _errs25){
if(typeof data12 === "string"){
if(func1(data12) > 255){
validate28.errors = [{instancePath:instancePath+"/granted_scopes/" + i0,schemaPath:"#/properties/granted_scopes/items/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/granted_scopes/" + i0,schemaPath:"#/properties/granted_scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs25 === errors;
if(!valid1){
break;
}
}
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.warnings !== undefined){
let data13 = data.warnings;
const _errs27 = errors;
if(errors === _errs27){
if(Array.isArray(data13)){
if(data13.length > 5){
validate28.errors = [{instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/maxItems",keyword:"maxItems",params:{limit: 5},message:"must NOT have more than 5 items"}];
return false;
}
else {
var valid2 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
const _errs29 = errors;
if(errors === _errs29){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing1;
if(((data14.code === undefined) && (missing1 = "code")) || ((data14.message === undefined) && (missing1 = "message"))){
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1,schemaPath:"#/properties/warnings/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data14.code !== undefined){
let data15 = data14.code;
const _errs31 = errors;
if(typeof data15 !== "string"){
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1+"/code",schemaPath:"#/properties/warnings/items/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((data15 === "refunds_not_granted") || (data15 === "webhook_not_granted")) || (data15 === "callbacks_refused")) || (data15 === "callback_address_changed")) || (data15 === "certificate_ends"))){
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1+"/code",schemaPath:"#/properties/warnings/items/properties/code/enum",keyword:"enum",params:{allowedValues: schema39.properties.warnings.items.properties.code.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data14.message !== undefined){
let data16 = data14.message;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data16 === "string"){
if(func1(data16) > 500){
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1+"/message",schemaPath:"#/properties/warnings/items/properties/message/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1+"/message",schemaPath:"#/properties/warnings/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/warnings/" + i1,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs29 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificate !== undefined){
let data17 = data.certificate;
const _errs35 = errors;
const _errs36 = errors;
let valid4 = false;
let passing0 = null;
const _errs37 = errors;
if(errors === _errs37){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing2;
if(((((data17.subject === undefined) && (missing2 = "subject")) || ((data17.fingerprint_sha256 === undefined) && (missing2 = "fingerprint_sha256"))) || ((data17.valid_from === undefined) && (missing2 = "valid_from"))) || ((data17.valid_to === undefined) && (missing2 = "valid_to"))){
const err0 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data17.subject !== undefined){
let data18 = data17.subject;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data18 === "string"){
if(func1(data18) > 500){
const err1 = {instancePath:instancePath+"/certificate/subject",schemaPath:"#/properties/certificate/oneOf/0/properties/subject/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/certificate/subject",schemaPath:"#/properties/certificate/oneOf/0/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.fingerprint_sha256 !== undefined){
let data19 = data17.fingerprint_sha256;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data19 === "string"){
if(!pattern12.test(data19)){
const err3 = {instancePath:instancePath+"/certificate/fingerprint_sha256",schemaPath:"#/properties/certificate/oneOf/0/properties/fingerprint_sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/certificate/fingerprint_sha256",schemaPath:"#/properties/certificate/oneOf/0/properties/fingerprint_sha256/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var valid5 = _errs41 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.valid_from !== undefined){
let data20 = data17.valid_from;
const _errs43 = errors;
if(errors === _errs43){
if(errors === _errs43){
if(typeof data20 === "string"){
if(!pattern13.test(data20)){
const err5 = {instancePath:instancePath+"/certificate/valid_from",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data20))){
const err6 = {instancePath:instancePath+"/certificate/valid_from",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/certificate/valid_from",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.valid_to !== undefined){
let data21 = data17.valid_to;
const _errs45 = errors;
if(errors === _errs45){
if(errors === _errs45){
if(typeof data21 === "string"){
if(!pattern13.test(data21)){
const err8 = {instancePath:instancePath+"/certificate/valid_to",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_to/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(!(formats6.validate(data21))){
const err9 = {instancePath:instancePath+"/certificate/valid_to",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_to/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/certificate/valid_to",schemaPath:"#/properties/certificate/oneOf/0/properties/valid_to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid0 = _errs37 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
var props0 = {};
props0.subject = true;
props0.fingerprint_sha256 = true;
props0.valid_from = true;
props0.valid_to = true;
}
const _errs47 = errors;
if(data17 !== null){
const err12 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs47 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
const err13 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs36;
if(vErrors !== null){
if(_errs36){
vErrors.length = _errs36;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.connected_at !== undefined){
let data22 = data.connected_at;
const _errs49 = errors;
const _errs50 = errors;
let valid6 = false;
let passing1 = null;
const _errs51 = errors;
if(errors === _errs51){
if(errors === _errs51){
if(typeof data22 === "string"){
if(!pattern13.test(data22)){
const err14 = {instancePath:instancePath+"/connected_at",schemaPath:"#/properties/connected_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
if(!(formats6.validate(data22))){
const err15 = {instancePath:instancePath+"/connected_at",schemaPath:"#/properties/connected_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/connected_at",schemaPath:"#/properties/connected_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
var _valid1 = _errs51 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs53 = errors;
if(data22 !== null){
const err17 = {instancePath:instancePath+"/connected_at",schemaPath:"#/properties/connected_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid1 = _errs53 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err18 = {instancePath:instancePath+"/connected_at",schemaPath:"#/properties/connected_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data23 = data.updated_at;
const _errs55 = errors;
const _errs56 = errors;
let valid7 = false;
let passing2 = null;
const _errs57 = errors;
if(errors === _errs57){
if(errors === _errs57){
if(typeof data23 === "string"){
if(!pattern13.test(data23)){
const err19 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(!(formats6.validate(data23))){
const err20 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
var _valid2 = _errs57 === errors;
if(_valid2){
valid7 = true;
passing2 = 0;
}
const _errs59 = errors;
if(data23 !== null){
const err22 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid2 = _errs59 === errors;
if(_valid2 && valid7){
valid7 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid7 = true;
passing2 = 1;
}
}
if(!valid7){
const err23 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs56;
if(vErrors !== null){
if(_errs56){
vErrors.length = _errs56;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs55 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"object":true,"provider":true,"profile":true,"health":true,"url":true,"token_url":true,"client_id":true,"pix_key":true,"city":true,"callback_url":true,"callbacks":true,"granted_scopes":true,"warnings":true,"certificate":true,"connected_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const testBankConnection_200 = validate29;
const schema40 = {"type":"object","description":"What the bank has answered about its connection.","required":["object","status","problem","scopes","webhook_url","callback_url"],"properties":{"object":{"type":"string","const":"bank_test","description":"Always `bank_test`."},"status":{"type":"string","description":"Whether the bank has answered, has refused the credentials or the Pix key, or could not be reached or used.","enum":["working","refused","unavailable"],"examples":["working"]},"problem":{"type":["string","null"],"description":"Why, in the bank's own words when it gave any. Null when it is `working`.","maxLength":4096,"examples":["pix.banco.example: it refused our certificate.",null]},"scopes":{"type":"array","description":"What the bank permits.","items":{"type":"string","description":"A scope of the Central Bank's Pix API.","maxLength":255,"examples":["cob.write"]},"maxItems":100,"examples":[["cob.write","cob.read"]]},"webhook_url":{"type":["string","null"],"description":"Where the bank announces transfers. Null when nowhere.","maxLength":4096,"examples":["https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1"]},"callback_url":{"type":"string","description":"Where it should. Connect the bank again when both differ.","maxLength":4096,"examples":["https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1"]}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.object === undefined) && (missing0 = "object")) || ((data.status === undefined) && (missing0 = "status"))) || ((data.problem === undefined) && (missing0 = "problem"))) || ((data.scopes === undefined) && (missing0 = "scopes"))) || ((data.webhook_url === undefined) && (missing0 = "webhook_url"))) || ((data.callback_url === undefined) && (missing0 = "callback_url"))){
validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate29.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("bank_test" !== data0){
validate29.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "bank_test"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data1 = data.status;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate29.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data1 === "working") || (data1 === "refused")) || (data1 === "unavailable"))){
validate29.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema40.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.problem !== undefined){
let data2 = data.problem;
const _errs5 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate29.errors = [{instancePath:instancePath+"/problem",schemaPath:"#/properties/problem/type",keyword:"type",params:{type: schema40.properties.problem.type},message:"must be string,null"}];
return false;
}
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 4096){
validate29.errors = [{instancePath:instancePath+"/problem",schemaPath:"#/properties/problem/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes !== undefined){
let data3 = data.scopes;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
if(data3.length > 100){
validate29.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) > 255){
validate29.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.webhook_url !== undefined){
let data5 = data.webhook_url;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate29.errors = [{instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/type",keyword:"type",params:{type: schema40.properties.webhook_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 4096){
validate29.errors = [{instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.callback_url !== undefined){
let data6 = data.callback_url;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 4096){
validate29.errors = [{instancePath:instancePath+"/callback_url",schemaPath:"#/properties/callback_url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/callback_url",schemaPath:"#/properties/callback_url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"object":true,"status":true,"problem":true,"scopes":true,"webhook_url":true,"callback_url":true},"dynamicProps":false,"dynamicItems":false};

const listBankProfiles_200 = validate30;
const schema41 = {"type":"object","description":"The banks that are known by name.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The banks, by name.","items":{"type":"object","description":"A bank that is known by name, and what it needs of the seller.","required":["object","name","title","url","token_url","values","needs_secret"],"properties":{"object":{"type":"string","const":"bank_profile","description":"Always `bank_profile`."},"name":{"type":"string","description":"The name of the profile.","maxLength":255,"examples":["bb"]},"title":{"type":"string","description":"The bank's name.","maxLength":255,"examples":["Banco do Brasil"]},"url":{"type":["string","null"],"description":"Where its Pix API is in production. Null where the seller has to say it.","maxLength":4096,"examples":["https://api-pix.bb.com.br/pix/v2",null]},"token_url":{"type":["string","null"],"description":"Where it issues tokens in production. Null where the seller has to say it.","maxLength":4096,"examples":["https://oauth.bb.com.br/oauth/token",null]},"values":{"type":"array","description":"What it asks for besides the credentials.","items":{"type":"object","description":"What a bank asks for besides the credentials.","required":["name","text","required","secret"],"properties":{"name":{"type":"string","description":"The name of the value.","maxLength":255,"examples":["app_key"]},"text":{"type":"string","description":"What it is, for a person.","maxLength":500,"examples":["the application's key, gw-dev-app-key on the developers' portal"]},"required":{"type":"boolean","description":"Whether it must be given.","examples":[true]},"secret":{"type":"boolean","description":"Whether it is to be kept as a credential is.","examples":[true]}}},"maxItems":20},"needs_secret":{"type":"boolean","description":"Whether it knows the seller by a client secret too, and not by the certificate alone.","examples":[true]}}},"maxItems":200},"has_more":{"type":"boolean","description":"Always `false`: the list is answered as a whole.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Always null.","examples":[null]}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate30.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate30.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate30.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 200){
validate30.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((data2.object === undefined) && (missing1 = "object")) || ((data2.name === undefined) && (missing1 = "name"))) || ((data2.title === undefined) && (missing1 = "title"))) || ((data2.url === undefined) && (missing1 = "url"))) || ((data2.token_url === undefined) && (missing1 = "token_url"))) || ((data2.values === undefined) && (missing1 = "values"))) || ((data2.needs_secret === undefined) && (missing1 = "needs_secret"))){
validate30.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.object !== undefined){
let data3 = data2.object;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("bank_profile" !== data3){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "bank_profile"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.name !== undefined){
let data4 = data2.name;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) > 255){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.title !== undefined){
let data5 = data2.title;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 255){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/title",schemaPath:"#/properties/data/items/properties/title/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/title",schemaPath:"#/properties/data/items/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.url !== undefined){
let data6 = data2.url;
const _errs13 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/url",schemaPath:"#/properties/data/items/properties/url/type",keyword:"type",params:{type: schema41.properties.data.items.properties.url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 4096){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/url",schemaPath:"#/properties/data/items/properties/url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.token_url !== undefined){
let data7 = data2.token_url;
const _errs15 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/token_url",schemaPath:"#/properties/data/items/properties/token_url/type",keyword:"type",params:{type: schema41.properties.data.items.properties.token_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs15){
if(typeof data7 === "string"){
if(func1(data7) > 4096){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/token_url",schemaPath:"#/properties/data/items/properties/token_url/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.values !== undefined){
let data8 = data2.values;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data8)){
if(data8.length > 20){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values",schemaPath:"#/properties/data/items/properties/values/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if(((((data9.name === undefined) && (missing2 = "name")) || ((data9.text === undefined) && (missing2 = "text"))) || ((data9.required === undefined) && (missing2 = "required"))) || ((data9.secret === undefined) && (missing2 = "secret"))){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1,schemaPath:"#/properties/data/items/properties/values/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data9.name !== undefined){
let data10 = data9.name;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data10 === "string"){
if(func1(data10) > 255){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/name",schemaPath:"#/properties/data/items/properties/values/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/name",schemaPath:"#/properties/data/items/properties/values/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.text !== undefined){
let data11 = data9.text;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data11 === "string"){
if(func1(data11) > 500){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/text",schemaPath:"#/properties/data/items/properties/values/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/text",schemaPath:"#/properties/data/items/properties/values/items/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.required !== undefined){
const _errs25 = errors;
if(typeof data9.required !== "boolean"){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/required",schemaPath:"#/properties/data/items/properties/values/items/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.secret !== undefined){
const _errs27 = errors;
if(typeof data9.secret !== "boolean"){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1+"/secret",schemaPath:"#/properties/data/items/properties/values/items/properties/secret/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values/" + i1,schemaPath:"#/properties/data/items/properties/values/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/values",schemaPath:"#/properties/data/items/properties/values/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.needs_secret !== undefined){
const _errs29 = errors;
if(typeof data2.needs_secret !== "boolean"){
validate30.errors = [{instancePath:instancePath+"/data/" + i0+"/needs_secret",schemaPath:"#/properties/data/items/properties/needs_secret/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs31 = errors;
if(typeof data.has_more !== "boolean"){
validate30.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data16 = data.next_cursor;
const _errs33 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
validate30.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema41.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const listCustomers_200 = validate31;
const schema42 = {"type":"object","description":"A page of customers, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The customers of this page.","items":{"type":"object","description":"A customer.","required":["id","object","name","email","phone","tax_id","status","metadata","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"object":{"type":"string","const":"customer","description":"Always `customer`."},"name":{"type":"string","description":"Full name or company name.","minLength":1,"maxLength":160,"examples":["Padaria Pão Quente Ltda"]},"email":{"type":"string","description":"E-mail in lower case, unique in the account.","format":"email","maxLength":320,"examples":["compras@padaria.example"]},"phone":{"type":["string","null"],"description":"Phone number as sent.","minLength":1,"maxLength":32,"examples":["+551133334444"]},"tax_id":{"type":["string","null"],"description":"CPF or CNPJ as sent.","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95"]},"status":{"type":"string","description":"New customers are `active`. An `inactive` one cannot be named in a new checkout.","enum":["active","inactive"],"examples":["active"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13",null]}}};
const pattern17 = new RegExp("^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const formats14 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const keyword0 = keywords["x-max-bytes"];
const keyword1 = keywords["x-max-depth"];

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate31.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate31.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate31.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.name === undefined) && (missing1 = "name"))) || ((data2.email === undefined) && (missing1 = "email"))) || ((data2.phone === undefined) && (missing1 = "phone"))) || ((data2.tax_id === undefined) && (missing1 = "tax_id"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.metadata === undefined) && (missing1 = "metadata"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern17.test(data3)){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("customer" !== data4){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "customer"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.name !== undefined){
let data5 = data2.name;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 160){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.email !== undefined){
let data6 = data2.email;
const _errs13 = errors;
if(errors === _errs13){
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 320){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
else {
if(!(formats14.test(data6))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""}];
return false;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.phone !== undefined){
let data7 = data2.phone;
const _errs15 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/phone",schemaPath:"#/properties/data/items/properties/phone/type",keyword:"type",params:{type: schema42.properties.data.items.properties.phone.type},message:"must be string,null"}];
return false;
}
if(errors === _errs15){
if(typeof data7 === "string"){
if(func1(data7) > 32){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/phone",schemaPath:"#/properties/data/items/properties/phone/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"}];
return false;
}
else {
if(func1(data7) < 1){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/phone",schemaPath:"#/properties/data/items/properties/phone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.tax_id !== undefined){
let data8 = data2.tax_id;
const _errs17 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/tax_id",schemaPath:"#/properties/data/items/properties/tax_id/type",keyword:"type",params:{type: schema42.properties.data.items.properties.tax_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 32){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/tax_id",schemaPath:"#/properties/data/items/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"}];
return false;
}
else {
if(func1(data8) < 1){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/tax_id",schemaPath:"#/properties/data/items/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data9 = data2.status;
const _errs19 = errors;
if(typeof data9 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data9 === "active") || (data9 === "inactive"))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema42.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.metadata !== undefined){
let data10 = data2.metadata;
const _errs21 = errors;
if(errors === _errs21){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(!(keyword0(data10, 16384, data2))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data10, 8, data2))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data11 = data2.created_at;
const _errs24 = errors;
if(errors === _errs24){
if(errors === _errs24){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data11))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data12 = data2.updated_at;
const _errs26 = errors;
if(errors === _errs26){
if(errors === _errs26){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs28 = errors;
if(typeof data.has_more !== "boolean"){
validate31.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data14 = data.next_cursor;
const _errs30 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate31.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema42.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createCustomer_201 = validate32;
const schema43 = {"type":"object","description":"A customer.","required":["id","object","name","email","phone","tax_id","status","metadata","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"object":{"type":"string","const":"customer","description":"Always `customer`."},"name":{"type":"string","description":"Full name or company name.","minLength":1,"maxLength":160,"examples":["Padaria Pão Quente Ltda"]},"email":{"type":"string","description":"E-mail in lower case, unique in the account.","format":"email","maxLength":320,"examples":["compras@padaria.example"]},"phone":{"type":["string","null"],"description":"Phone number as sent.","minLength":1,"maxLength":32,"examples":["+551133334444"]},"tax_id":{"type":["string","null"],"description":"CPF or CNPJ as sent.","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95"]},"status":{"type":"string","description":"New customers are `active`. An `inactive` one cannot be named in a new checkout.","enum":["active","inactive"],"examples":["active"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.email === undefined) && (missing0 = "email"))) || ((data.phone === undefined) && (missing0 = "phone"))) || ((data.tax_id === undefined) && (missing0 = "tax_id"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.metadata === undefined) && (missing0 = "metadata"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate32.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern17.test(data0)){
validate32.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate32.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("customer" !== data1){
validate32.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "customer"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data2 = data.name;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 160){
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data3 = data.email;
const _errs7 = errors;
if(errors === _errs7){
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) > 320){
validate32.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
else {
if(!(formats14.test(data3))){
validate32.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phone !== undefined){
let data4 = data.phone;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate32.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: schema43.properties.phone.type},message:"must be string,null"}];
return false;
}
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) > 32){
validate32.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"}];
return false;
}
else {
if(func1(data4) < 1){
validate32.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tax_id !== undefined){
let data5 = data.tax_id;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate32.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/type",keyword:"type",params:{type: schema43.properties.tax_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 32){
validate32.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate32.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data6 = data.status;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate32.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data6 === "active") || (data6 === "inactive"))){
validate32.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema43.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data7 = data.metadata;
const _errs15 = errors;
if(errors === _errs15){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(!(keyword0(data7, 16384, data))){
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data7, 8, data))){
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data8 = data.created_at;
const _errs18 = errors;
if(errors === _errs18){
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern13.test(data8)){
validate32.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data8))){
validate32.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data9 = data.updated_at;
const _errs20 = errors;
if(errors === _errs20){
if(errors === _errs20){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate32.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate32.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"id":true,"object":true,"name":true,"email":true,"phone":true,"tax_id":true,"status":true,"metadata":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listProducts_200 = validate33;
const schema44 = {"type":"object","description":"A page of products, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The products of this page.","items":{"type":"object","description":"A product.","required":["id","object","name","description","status","metadata","default_offer","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"object":{"type":"string","const":"product","description":"Always `product`."},"name":{"type":"string","description":"Name that the buyer sees.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description that the buyer sees. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"status":{"type":"string","description":"An `archived` product takes no new offers and no new checkouts.","enum":["active","archived"],"examples":["active"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"default_offer":{"description":"The current default offer. Null when no offer is active.","oneOf":[{"type":"object","description":"An offer: one price of a product. Price, currency and billing terms never change.","required":["id","object","product_id","name","lookup_key","amount_minor","compare_at_amount_minor","currency","type","billing_interval","interval_count","is_default","active","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"object":{"type":"string","const":"offer","description":"Always `offer`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"lookup_key":{"type":"string","description":"Stable key made by the service.","pattern":"^lk_[0-9a-f]{32}$","examples":["lk_019caea78c827e5b97c4d7f96b8dae35"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"compare_at_amount_minor":{"type":["integer","null"],"format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`. Null when there is none.","minimum":1,"maximum":99999999999,"examples":[5990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"is_default":{"type":"boolean","description":"Whether it is the product's default offer.","examples":[true]},"active":{"type":"boolean","description":"Whether new checkouts can be opened with it.","examples":[true]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24",null]}}};
const pattern23 = new RegExp("^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern24 = new RegExp("^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern26 = new RegExp("^lk_[0-9a-f]{32}$", "u");
const formats26 = formats.int64;

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate33.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate33.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate33.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.name === undefined) && (missing1 = "name"))) || ((data2.description === undefined) && (missing1 = "description"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.metadata === undefined) && (missing1 = "metadata"))) || ((data2.default_offer === undefined) && (missing1 = "default_offer"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern23.test(data3)){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("product" !== data4){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "product"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.name !== undefined){
let data5 = data2.name;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 160){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.description !== undefined){
let data6 = data2.description;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 2000){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/description",schemaPath:"#/properties/data/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/description",schemaPath:"#/properties/data/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data7 = data2.status;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data7 === "active") || (data7 === "archived"))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema44.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.metadata !== undefined){
let data8 = data2.metadata;
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(!(keyword0(data8, 16384, data2))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data8, 8, data2))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.default_offer !== undefined){
let data9 = data2.default_offer;
const _errs20 = errors;
const _errs21 = errors;
let valid3 = false;
let passing0 = null;
const _errs22 = errors;
if(errors === _errs22){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((((((((((((((((data9.id === undefined) && (missing2 = "id")) || ((data9.object === undefined) && (missing2 = "object"))) || ((data9.product_id === undefined) && (missing2 = "product_id"))) || ((data9.name === undefined) && (missing2 = "name"))) || ((data9.lookup_key === undefined) && (missing2 = "lookup_key"))) || ((data9.amount_minor === undefined) && (missing2 = "amount_minor"))) || ((data9.compare_at_amount_minor === undefined) && (missing2 = "compare_at_amount_minor"))) || ((data9.currency === undefined) && (missing2 = "currency"))) || ((data9.type === undefined) && (missing2 = "type"))) || ((data9.billing_interval === undefined) && (missing2 = "billing_interval"))) || ((data9.interval_count === undefined) && (missing2 = "interval_count"))) || ((data9.is_default === undefined) && (missing2 = "is_default"))) || ((data9.active === undefined) && (missing2 = "active"))) || ((data9.created_at === undefined) && (missing2 = "created_at"))) || ((data9.updated_at === undefined) && (missing2 = "updated_at"))){
const err0 = {instancePath:instancePath+"/data/" + i0+"/default_offer",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data9.id !== undefined){
let data10 = data9.id;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(!pattern24.test(data10)){
const err1 = {instancePath:instancePath+"/data/" + i0+"/default_offer/id",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/default_offer/id",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.object !== undefined){
let data11 = data9.object;
const _errs26 = errors;
if(typeof data11 !== "string"){
const err3 = {instancePath:instancePath+"/data/" + i0+"/default_offer/object",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("offer" !== data11){
const err4 = {instancePath:instancePath+"/data/" + i0+"/default_offer/object",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/object/const",keyword:"const",params:{allowedValue: "offer"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.product_id !== undefined){
let data12 = data9.product_id;
const _errs28 = errors;
if(errors === _errs28){
if(typeof data12 === "string"){
if(!pattern23.test(data12)){
const err5 = {instancePath:instancePath+"/data/" + i0+"/default_offer/product_id",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/data/" + i0+"/default_offer/product_id",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.name !== undefined){
let data13 = data9.name;
const _errs30 = errors;
if(errors === _errs30){
if(typeof data13 === "string"){
if(func1(data13) > 160){
const err7 = {instancePath:instancePath+"/data/" + i0+"/default_offer/name",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(func1(data13) < 1){
const err8 = {instancePath:instancePath+"/data/" + i0+"/default_offer/name",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/data/" + i0+"/default_offer/name",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.lookup_key !== undefined){
let data14 = data9.lookup_key;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data14 === "string"){
if(!pattern26.test(data14)){
const err10 = {instancePath:instancePath+"/data/" + i0+"/default_offer/lookup_key",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/lookup_key/pattern",keyword:"pattern",params:{pattern: "^lk_[0-9a-f]{32}$"},message:"must match pattern \""+"^lk_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/data/" + i0+"/default_offer/lookup_key",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/lookup_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.amount_minor !== undefined){
let data15 = data9.amount_minor;
const _errs34 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err12 = {instancePath:instancePath+"/data/" + i0+"/default_offer/amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs34){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 99999999999 || isNaN(data15)){
const err13 = {instancePath:instancePath+"/data/" + i0+"/default_offer/amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data15 < 1 || isNaN(data15)){
const err14 = {instancePath:instancePath+"/data/" + i0+"/default_offer/amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
if(!(formats26.validate(data15))){
const err15 = {instancePath:instancePath+"/data/" + i0+"/default_offer/amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.compare_at_amount_minor !== undefined){
let data16 = data9.compare_at_amount_minor;
const _errs36 = errors;
if((!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))) && (data16 !== null)){
const err16 = {instancePath:instancePath+"/data/" + i0+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/type",keyword:"type",params:{type: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.compare_at_amount_minor.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(errors === _errs36){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 99999999999 || isNaN(data16)){
const err17 = {instancePath:instancePath+"/data/" + i0+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
if(data16 < 1 || isNaN(data16)){
const err18 = {instancePath:instancePath+"/data/" + i0+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
if(!(formats26.validate(data16))){
const err19 = {instancePath:instancePath+"/data/" + i0+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.currency !== undefined){
let data17 = data9.currency;
const _errs38 = errors;
if(typeof data17 !== "string"){
const err20 = {instancePath:instancePath+"/data/" + i0+"/default_offer/currency",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data17 === "AED") || (data17 === "AFN")) || (data17 === "ALL")) || (data17 === "AMD")) || (data17 === "AOA")) || (data17 === "ARS")) || (data17 === "AUD")) || (data17 === "AWG")) || (data17 === "AZN")) || (data17 === "BAM")) || (data17 === "BBD")) || (data17 === "BDT")) || (data17 === "BHD")) || (data17 === "BIF")) || (data17 === "BMD")) || (data17 === "BND")) || (data17 === "BOB")) || (data17 === "BRL")) || (data17 === "BSD")) || (data17 === "BTN")) || (data17 === "BWP")) || (data17 === "BYN")) || (data17 === "BZD")) || (data17 === "CAD")) || (data17 === "CDF")) || (data17 === "CHF")) || (data17 === "CLP")) || (data17 === "CNY")) || (data17 === "COP")) || (data17 === "CRC")) || (data17 === "CUP")) || (data17 === "CVE")) || (data17 === "CZK")) || (data17 === "DJF")) || (data17 === "DKK")) || (data17 === "DOP")) || (data17 === "DZD")) || (data17 === "EGP")) || (data17 === "ERN")) || (data17 === "ETB")) || (data17 === "EUR")) || (data17 === "FJD")) || (data17 === "FKP")) || (data17 === "GBP")) || (data17 === "GEL")) || (data17 === "GHS")) || (data17 === "GIP")) || (data17 === "GMD")) || (data17 === "GNF")) || (data17 === "GTQ")) || (data17 === "GYD")) || (data17 === "HKD")) || (data17 === "HNL")) || (data17 === "HTG")) || (data17 === "HUF")) || (data17 === "IDR")) || (data17 === "ILS")) || (data17 === "INR")) || (data17 === "IQD")) || (data17 === "IRR")) || (data17 === "ISK")) || (data17 === "JMD")) || (data17 === "JOD")) || (data17 === "JPY")) || (data17 === "KES")) || (data17 === "KGS")) || (data17 === "KHR")) || (data17 === "KMF")) || (data17 === "KPW")) || (data17 === "KRW")) || (data17 === "KWD")) || (data17 === "KYD")) || (data17 === "KZT")) || (data17 === "LAK")) || (data17 === "LBP")) || (data17 === "LKR")) || (data17 === "LRD")) || (data17 === "LSL")) || (data17 === "LYD")) || (data17 === "MAD")) || (data17 === "MDL")) || (data17 === "MGA")) || (data17 === "MKD")) || (data17 === "MMK")) || (data17 === "MNT")) || (data17 === "MOP")) || (data17 === "MRU")) || (data17 === "MUR")) || (data17 === "MVR")) || (data17 === "MWK")) || (data17 === "MXN")) || (data17 === "MYR")) || (data17 === "MZN")) || (data17 === "NAD")) || (data17 === "NGN")) || (data17 === "NIO")) || (data17 === "NOK")) || (data17 === "NPR")) || (data17 === "NZD")) || (data17 === "OMR")) || (data17 === "PAB")) || (data17 === "PEN")) || (data17 === "PGK")) || (data17 === "PHP")) || (data17 === "PKR")) || (data17 === "PLN")) || (data17 === "PYG")) || (data17 === "QAR")) || (data17 === "RON")) || (data17 === "RSD")) || (data17 === "RUB")) || (data17 === "RWF")) || (data17 === "SAR")) || (data17 === "SBD")) || (data17 === "SCR")) || (data17 === "SDG")) || (data17 === "SEK")) || (data17 === "SGD")) || (data17 === "SHP")) || (data17 === "SLE")) || (data17 === "SOS")) || (data17 === "SRD")) || (data17 === "SSP")) || (data17 === "STN")) || (data17 === "SVC")) || (data17 === "SYP")) || (data17 === "SZL")) || (data17 === "THB")) || (data17 === "TJS")) || (data17 === "TMT")) || (data17 === "TND")) || (data17 === "TOP")) || (data17 === "TRY")) || (data17 === "TTD")) || (data17 === "TWD")) || (data17 === "TZS")) || (data17 === "UAH")) || (data17 === "UGX")) || (data17 === "USD")) || (data17 === "UYU")) || (data17 === "UYW")) || (data17 === "UZS")) || (data17 === "VED")) || (data17 === "VES")) || (data17 === "VND")) || (data17 === "VUV")) || (data17 === "WST")) || (data17 === "XAD")) || (data17 === "XAF")) || (data17 === "XCD")) || (data17 === "XCG")) || (data17 === "XOF")) || (data17 === "XPF")) || (data17 === "YER")) || (data17 === "ZAR")) || (data17 === "ZMW")) || (data17 === "ZWG"))){
const err21 = {instancePath:instancePath+"/data/" + i0+"/default_offer/currency",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/currency/enum",keyword:"enum",params:{allowedValues: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.type !== undefined){
let data18 = data9.type;
const _errs40 = errors;
if(typeof data18 !== "string"){
const err22 = {instancePath:instancePath+"/data/" + i0+"/default_offer/type",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!((data18 === "one_time") || (data18 === "recurring"))){
const err23 = {instancePath:instancePath+"/data/" + i0+"/default_offer/type",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.billing_interval !== undefined){
let data19 = data9.billing_interval;
const _errs42 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
const err24 = {instancePath:instancePath+"/data/" + i0+"/default_offer/billing_interval",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/billing_interval/type",keyword:"type",params:{type: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.billing_interval.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!(((((data19 === "day") || (data19 === "week")) || (data19 === "month")) || (data19 === "year")) || (data19 === null))){
const err25 = {instancePath:instancePath+"/data/" + i0+"/default_offer/billing_interval",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.billing_interval.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.interval_count !== undefined){
let data20 = data9.interval_count;
const _errs44 = errors;
if((!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))) && (data20 !== null)){
const err26 = {instancePath:instancePath+"/data/" + i0+"/default_offer/interval_count",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/interval_count/type",keyword:"type",params:{type: schema44.properties.data.items.properties.default_offer.oneOf[0].properties.interval_count.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(errors === _errs44){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 999 || isNaN(data20)){
const err27 = {instancePath:instancePath+"/data/" + i0+"/default_offer/interval_count",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
if(data20 < 1 || isNaN(data20)){
const err28 = {instancePath:instancePath+"/data/" + i0+"/default_offer/interval_count",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
}
var valid4 = _errs44 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.is_default !== undefined){
const _errs46 = errors;
if(typeof data9.is_default !== "boolean"){
const err29 = {instancePath:instancePath+"/data/" + i0+"/default_offer/is_default",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid4 = _errs46 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.active !== undefined){
const _errs48 = errors;
if(typeof data9.active !== "boolean"){
const err30 = {instancePath:instancePath+"/data/" + i0+"/default_offer/active",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var valid4 = _errs48 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.created_at !== undefined){
let data23 = data9.created_at;
const _errs50 = errors;
if(errors === _errs50){
if(errors === _errs50){
if(typeof data23 === "string"){
if(!pattern13.test(data23)){
const err31 = {instancePath:instancePath+"/data/" + i0+"/default_offer/created_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
else {
if(!(formats6.validate(data23))){
const err32 = {instancePath:instancePath+"/data/" + i0+"/default_offer/created_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/data/" + i0+"/default_offer/created_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
var valid4 = _errs50 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.updated_at !== undefined){
let data24 = data9.updated_at;
const _errs52 = errors;
if(errors === _errs52){
if(errors === _errs52){
if(typeof data24 === "string"){
if(!pattern13.test(data24)){
const err34 = {instancePath:instancePath+"/data/" + i0+"/default_offer/updated_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
if(!(formats6.validate(data24))){
const err35 = {instancePath:instancePath+"/data/" + i0+"/default_offer/updated_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/data/" + i0+"/default_offer/updated_at",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
var valid4 = _errs52 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/data/" + i0+"/default_offer",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.object = true;
props0.product_id = true;
props0.name = true;
props0.lookup_key = true;
props0.amount_minor = true;
props0.compare_at_amount_minor = true;
props0.currency = true;
props0.type = true;
props0.billing_interval = true;
props0.interval_count = true;
props0.is_default = true;
props0.active = true;
props0.created_at = true;
props0.updated_at = true;
}
const _errs54 = errors;
if(data9 !== null){
const err38 = {instancePath:instancePath+"/data/" + i0+"/default_offer",schemaPath:"#/properties/data/items/properties/default_offer/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var _valid0 = _errs54 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err39 = {instancePath:instancePath+"/data/" + i0+"/default_offer",schemaPath:"#/properties/data/items/properties/default_offer/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
validate33.errors = vErrors;
return false;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data25 = data2.created_at;
const _errs56 = errors;
if(errors === _errs56){
if(errors === _errs56){
if(typeof data25 === "string"){
if(!pattern13.test(data25)){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data25))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs56 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data26 = data2.updated_at;
const _errs58 = errors;
if(errors === _errs58){
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern13.test(data26)){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data26))){
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs58 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs60 = errors;
if(typeof data.has_more !== "boolean"){
validate33.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs60 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data28 = data.next_cursor;
const _errs62 = errors;
if((typeof data28 !== "string") && (data28 !== null)){
validate33.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema44.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createProduct_201 = validate34;
const schema45 = {"type":"object","description":"A product.","required":["id","object","name","description","status","metadata","default_offer","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"object":{"type":"string","const":"product","description":"Always `product`."},"name":{"type":"string","description":"Name that the buyer sees.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description that the buyer sees. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"status":{"type":"string","description":"An `archived` product takes no new offers and no new checkouts.","enum":["active","archived"],"examples":["active"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"default_offer":{"description":"The current default offer. Null when no offer is active.","oneOf":[{"type":"object","description":"An offer: one price of a product. Price, currency and billing terms never change.","required":["id","object","product_id","name","lookup_key","amount_minor","compare_at_amount_minor","currency","type","billing_interval","interval_count","is_default","active","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"object":{"type":"string","const":"offer","description":"Always `offer`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"lookup_key":{"type":"string","description":"Stable key made by the service.","pattern":"^lk_[0-9a-f]{32}$","examples":["lk_019caea78c827e5b97c4d7f96b8dae35"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"compare_at_amount_minor":{"type":["integer","null"],"format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`. Null when there is none.","minimum":1,"maximum":99999999999,"examples":[5990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"is_default":{"type":"boolean","description":"Whether it is the product's default offer.","examples":[true]},"active":{"type":"boolean","description":"Whether new checkouts can be opened with it.","examples":[true]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.description === undefined) && (missing0 = "description"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.metadata === undefined) && (missing0 = "metadata"))) || ((data.default_offer === undefined) && (missing0 = "default_offer"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate34.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern23.test(data0)){
validate34.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate34.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate34.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("product" !== data1){
validate34.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "product"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data2 = data.name;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 160){
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined){
let data3 = data.description;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) > 2000){
validate34.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"}];
return false;
}
}
else {
validate34.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data4 === "active") || (data4 === "archived"))){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema45.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data5 = data.metadata;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(!(keyword0(data5, 16384, data))){
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data5, 8, data))){
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.default_offer !== undefined){
let data6 = data.default_offer;
const _errs14 = errors;
const _errs15 = errors;
let valid1 = false;
let passing0 = null;
const _errs16 = errors;
if(errors === _errs16){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if((((((((((((((((data6.id === undefined) && (missing1 = "id")) || ((data6.object === undefined) && (missing1 = "object"))) || ((data6.product_id === undefined) && (missing1 = "product_id"))) || ((data6.name === undefined) && (missing1 = "name"))) || ((data6.lookup_key === undefined) && (missing1 = "lookup_key"))) || ((data6.amount_minor === undefined) && (missing1 = "amount_minor"))) || ((data6.compare_at_amount_minor === undefined) && (missing1 = "compare_at_amount_minor"))) || ((data6.currency === undefined) && (missing1 = "currency"))) || ((data6.type === undefined) && (missing1 = "type"))) || ((data6.billing_interval === undefined) && (missing1 = "billing_interval"))) || ((data6.interval_count === undefined) && (missing1 = "interval_count"))) || ((data6.is_default === undefined) && (missing1 = "is_default"))) || ((data6.active === undefined) && (missing1 = "active"))) || ((data6.created_at === undefined) && (missing1 = "created_at"))) || ((data6.updated_at === undefined) && (missing1 = "updated_at"))){
const err0 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/oneOf/0/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data6.id !== undefined){
let data7 = data6.id;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(!pattern24.test(data7)){
const err1 = {instancePath:instancePath+"/default_offer/id",schemaPath:"#/properties/default_offer/oneOf/0/properties/id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/default_offer/id",schemaPath:"#/properties/default_offer/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.object !== undefined){
let data8 = data6.object;
const _errs20 = errors;
if(typeof data8 !== "string"){
const err3 = {instancePath:instancePath+"/default_offer/object",schemaPath:"#/properties/default_offer/oneOf/0/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("offer" !== data8){
const err4 = {instancePath:instancePath+"/default_offer/object",schemaPath:"#/properties/default_offer/oneOf/0/properties/object/const",keyword:"const",params:{allowedValue: "offer"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.product_id !== undefined){
let data9 = data6.product_id;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(!pattern23.test(data9)){
const err5 = {instancePath:instancePath+"/default_offer/product_id",schemaPath:"#/properties/default_offer/oneOf/0/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/default_offer/product_id",schemaPath:"#/properties/default_offer/oneOf/0/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.name !== undefined){
let data10 = data6.name;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(func1(data10) > 160){
const err7 = {instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/oneOf/0/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(func1(data10) < 1){
const err8 = {instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/oneOf/0/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/oneOf/0/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.lookup_key !== undefined){
let data11 = data6.lookup_key;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data11 === "string"){
if(!pattern26.test(data11)){
const err10 = {instancePath:instancePath+"/default_offer/lookup_key",schemaPath:"#/properties/default_offer/oneOf/0/properties/lookup_key/pattern",keyword:"pattern",params:{pattern: "^lk_[0-9a-f]{32}$"},message:"must match pattern \""+"^lk_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/default_offer/lookup_key",schemaPath:"#/properties/default_offer/oneOf/0/properties/lookup_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.amount_minor !== undefined){
let data12 = data6.amount_minor;
const _errs28 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err12 = {instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs28){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 99999999999 || isNaN(data12)){
const err13 = {instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data12 < 1 || isNaN(data12)){
const err14 = {instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
if(!(formats26.validate(data12))){
const err15 = {instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.compare_at_amount_minor !== undefined){
let data13 = data6.compare_at_amount_minor;
const _errs30 = errors;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
const err16 = {instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/type",keyword:"type",params:{type: schema45.properties.default_offer.oneOf[0].properties.compare_at_amount_minor.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(errors === _errs30){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 99999999999 || isNaN(data13)){
const err17 = {instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
if(data13 < 1 || isNaN(data13)){
const err18 = {instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
if(!(formats26.validate(data13))){
const err19 = {instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/oneOf/0/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.currency !== undefined){
let data14 = data6.currency;
const _errs32 = errors;
if(typeof data14 !== "string"){
const err20 = {instancePath:instancePath+"/default_offer/currency",schemaPath:"#/properties/default_offer/oneOf/0/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data14 === "AED") || (data14 === "AFN")) || (data14 === "ALL")) || (data14 === "AMD")) || (data14 === "AOA")) || (data14 === "ARS")) || (data14 === "AUD")) || (data14 === "AWG")) || (data14 === "AZN")) || (data14 === "BAM")) || (data14 === "BBD")) || (data14 === "BDT")) || (data14 === "BHD")) || (data14 === "BIF")) || (data14 === "BMD")) || (data14 === "BND")) || (data14 === "BOB")) || (data14 === "BRL")) || (data14 === "BSD")) || (data14 === "BTN")) || (data14 === "BWP")) || (data14 === "BYN")) || (data14 === "BZD")) || (data14 === "CAD")) || (data14 === "CDF")) || (data14 === "CHF")) || (data14 === "CLP")) || (data14 === "CNY")) || (data14 === "COP")) || (data14 === "CRC")) || (data14 === "CUP")) || (data14 === "CVE")) || (data14 === "CZK")) || (data14 === "DJF")) || (data14 === "DKK")) || (data14 === "DOP")) || (data14 === "DZD")) || (data14 === "EGP")) || (data14 === "ERN")) || (data14 === "ETB")) || (data14 === "EUR")) || (data14 === "FJD")) || (data14 === "FKP")) || (data14 === "GBP")) || (data14 === "GEL")) || (data14 === "GHS")) || (data14 === "GIP")) || (data14 === "GMD")) || (data14 === "GNF")) || (data14 === "GTQ")) || (data14 === "GYD")) || (data14 === "HKD")) || (data14 === "HNL")) || (data14 === "HTG")) || (data14 === "HUF")) || (data14 === "IDR")) || (data14 === "ILS")) || (data14 === "INR")) || (data14 === "IQD")) || (data14 === "IRR")) || (data14 === "ISK")) || (data14 === "JMD")) || (data14 === "JOD")) || (data14 === "JPY")) || (data14 === "KES")) || (data14 === "KGS")) || (data14 === "KHR")) || (data14 === "KMF")) || (data14 === "KPW")) || (data14 === "KRW")) || (data14 === "KWD")) || (data14 === "KYD")) || (data14 === "KZT")) || (data14 === "LAK")) || (data14 === "LBP")) || (data14 === "LKR")) || (data14 === "LRD")) || (data14 === "LSL")) || (data14 === "LYD")) || (data14 === "MAD")) || (data14 === "MDL")) || (data14 === "MGA")) || (data14 === "MKD")) || (data14 === "MMK")) || (data14 === "MNT")) || (data14 === "MOP")) || (data14 === "MRU")) || (data14 === "MUR")) || (data14 === "MVR")) || (data14 === "MWK")) || (data14 === "MXN")) || (data14 === "MYR")) || (data14 === "MZN")) || (data14 === "NAD")) || (data14 === "NGN")) || (data14 === "NIO")) || (data14 === "NOK")) || (data14 === "NPR")) || (data14 === "NZD")) || (data14 === "OMR")) || (data14 === "PAB")) || (data14 === "PEN")) || (data14 === "PGK")) || (data14 === "PHP")) || (data14 === "PKR")) || (data14 === "PLN")) || (data14 === "PYG")) || (data14 === "QAR")) || (data14 === "RON")) || (data14 === "RSD")) || (data14 === "RUB")) || (data14 === "RWF")) || (data14 === "SAR")) || (data14 === "SBD")) || (data14 === "SCR")) || (data14 === "SDG")) || (data14 === "SEK")) || (data14 === "SGD")) || (data14 === "SHP")) || (data14 === "SLE")) || (data14 === "SOS")) || (data14 === "SRD")) || (data14 === "SSP")) || (data14 === "STN")) || (data14 === "SVC")) || (data14 === "SYP")) || (data14 === "SZL")) || (data14 === "THB")) || (data14 === "TJS")) || (data14 === "TMT")) || (data14 === "TND")) || (data14 === "TOP")) || (data14 === "TRY")) || (data14 === "TTD")) || (data14 === "TWD")) || (data14 === "TZS")) || (data14 === "UAH")) || (data14 === "UGX")) || (data14 === "USD")) || (data14 === "UYU")) || (data14 === "UYW")) || (data14 === "UZS")) || (data14 === "VED")) || (data14 === "VES")) || (data14 === "VND")) || (data14 === "VUV")) || (data14 === "WST")) || (data14 === "XAD")) || (data14 === "XAF")) || (data14 === "XCD")) || (data14 === "XCG")) || (data14 === "XOF")) || (data14 === "XPF")) || (data14 === "YER")) || (data14 === "ZAR")) || (data14 === "ZMW")) || (data14 === "ZWG"))){
const err21 = {instancePath:instancePath+"/default_offer/currency",schemaPath:"#/properties/default_offer/oneOf/0/properties/currency/enum",keyword:"enum",params:{allowedValues: schema45.properties.default_offer.oneOf[0].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.type !== undefined){
let data15 = data6.type;
const _errs34 = errors;
if(typeof data15 !== "string"){
const err22 = {instancePath:instancePath+"/default_offer/type",schemaPath:"#/properties/default_offer/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!((data15 === "one_time") || (data15 === "recurring"))){
const err23 = {instancePath:instancePath+"/default_offer/type",schemaPath:"#/properties/default_offer/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema45.properties.default_offer.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var valid2 = _errs34 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.billing_interval !== undefined){
let data16 = data6.billing_interval;
const _errs36 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
const err24 = {instancePath:instancePath+"/default_offer/billing_interval",schemaPath:"#/properties/default_offer/oneOf/0/properties/billing_interval/type",keyword:"type",params:{type: schema45.properties.default_offer.oneOf[0].properties.billing_interval.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!(((((data16 === "day") || (data16 === "week")) || (data16 === "month")) || (data16 === "year")) || (data16 === null))){
const err25 = {instancePath:instancePath+"/default_offer/billing_interval",schemaPath:"#/properties/default_offer/oneOf/0/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema45.properties.default_offer.oneOf[0].properties.billing_interval.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var valid2 = _errs36 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.interval_count !== undefined){
let data17 = data6.interval_count;
const _errs38 = errors;
if((!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))) && (data17 !== null)){
const err26 = {instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/oneOf/0/properties/interval_count/type",keyword:"type",params:{type: schema45.properties.default_offer.oneOf[0].properties.interval_count.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(errors === _errs38){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 999 || isNaN(data17)){
const err27 = {instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/oneOf/0/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
if(data17 < 1 || isNaN(data17)){
const err28 = {instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/oneOf/0/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.is_default !== undefined){
const _errs40 = errors;
if(typeof data6.is_default !== "boolean"){
const err29 = {instancePath:instancePath+"/default_offer/is_default",schemaPath:"#/properties/default_offer/oneOf/0/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid2 = _errs40 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.active !== undefined){
const _errs42 = errors;
if(typeof data6.active !== "boolean"){
const err30 = {instancePath:instancePath+"/default_offer/active",schemaPath:"#/properties/default_offer/oneOf/0/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var valid2 = _errs42 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.created_at !== undefined){
let data20 = data6.created_at;
const _errs44 = errors;
if(errors === _errs44){
if(errors === _errs44){
if(typeof data20 === "string"){
if(!pattern13.test(data20)){
const err31 = {instancePath:instancePath+"/default_offer/created_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
else {
if(!(formats6.validate(data20))){
const err32 = {instancePath:instancePath+"/default_offer/created_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/default_offer/created_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.updated_at !== undefined){
let data21 = data6.updated_at;
const _errs46 = errors;
if(errors === _errs46){
if(errors === _errs46){
if(typeof data21 === "string"){
if(!pattern13.test(data21)){
const err34 = {instancePath:instancePath+"/default_offer/updated_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
if(!(formats6.validate(data21))){
const err35 = {instancePath:instancePath+"/default_offer/updated_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/default_offer/updated_at",schemaPath:"#/properties/default_offer/oneOf/0/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
var valid2 = _errs46 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var _valid0 = _errs16 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.object = true;
props0.product_id = true;
props0.name = true;
props0.lookup_key = true;
props0.amount_minor = true;
props0.compare_at_amount_minor = true;
props0.currency = true;
props0.type = true;
props0.billing_interval = true;
props0.interval_count = true;
props0.is_default = true;
props0.active = true;
props0.created_at = true;
props0.updated_at = true;
}
const _errs48 = errors;
if(data6 !== null){
const err38 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var _valid0 = _errs48 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err39 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
validate34.errors = vErrors;
return false;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data22 = data.created_at;
const _errs50 = errors;
if(errors === _errs50){
if(errors === _errs50){
if(typeof data22 === "string"){
if(!pattern13.test(data22)){
validate34.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data22))){
validate34.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs50 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data23 = data.updated_at;
const _errs52 = errors;
if(errors === _errs52){
if(errors === _errs52){
if(typeof data23 === "string"){
if(!pattern13.test(data23)){
validate34.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data23))){
validate34.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs52 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate34.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":{"id":true,"object":true,"name":true,"description":true,"status":true,"metadata":true,"default_offer":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listOffers_200 = validate35;
const schema46 = {"type":"object","description":"A page of offers, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The offers of this page.","items":{"type":"object","description":"An offer: one price of a product. Price, currency and billing terms never change.","required":["id","object","product_id","name","lookup_key","amount_minor","compare_at_amount_minor","currency","type","billing_interval","interval_count","is_default","active","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"object":{"type":"string","const":"offer","description":"Always `offer`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"lookup_key":{"type":"string","description":"Stable key made by the service.","pattern":"^lk_[0-9a-f]{32}$","examples":["lk_019caea78c827e5b97c4d7f96b8dae35"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"compare_at_amount_minor":{"type":["integer","null"],"format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`. Null when there is none.","minimum":1,"maximum":99999999999,"examples":[5990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"is_default":{"type":"boolean","description":"Whether it is the product's default offer.","examples":[true]},"active":{"type":"boolean","description":"Whether new checkouts can be opened with it.","examples":[true]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35",null]}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate35.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate35.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate35.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate35.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.product_id === undefined) && (missing1 = "product_id"))) || ((data2.name === undefined) && (missing1 = "name"))) || ((data2.lookup_key === undefined) && (missing1 = "lookup_key"))) || ((data2.amount_minor === undefined) && (missing1 = "amount_minor"))) || ((data2.compare_at_amount_minor === undefined) && (missing1 = "compare_at_amount_minor"))) || ((data2.currency === undefined) && (missing1 = "currency"))) || ((data2.type === undefined) && (missing1 = "type"))) || ((data2.billing_interval === undefined) && (missing1 = "billing_interval"))) || ((data2.interval_count === undefined) && (missing1 = "interval_count"))) || ((data2.is_default === undefined) && (missing1 = "is_default"))) || ((data2.active === undefined) && (missing1 = "active"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern24.test(data3)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("offer" !== data4){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "offer"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.product_id !== undefined){
let data5 = data2.product_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/product_id",schemaPath:"#/properties/data/items/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/product_id",schemaPath:"#/properties/data/items/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.name !== undefined){
let data6 = data2.name;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) > 160){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data6) < 1){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.lookup_key !== undefined){
let data7 = data2.lookup_key;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern26.test(data7)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/lookup_key",schemaPath:"#/properties/data/items/properties/lookup_key/pattern",keyword:"pattern",params:{pattern: "^lk_[0-9a-f]{32}$"},message:"must match pattern \""+"^lk_[0-9a-f]{32}$"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/lookup_key",schemaPath:"#/properties/data/items/properties/lookup_key/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_minor !== undefined){
let data8 = data2.amount_minor;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 99999999999 || isNaN(data8)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data8))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.compare_at_amount_minor !== undefined){
let data9 = data2.compare_at_amount_minor;
const _errs19 = errors;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/compare_at_amount_minor/type",keyword:"type",params:{type: schema46.properties.data.items.properties.compare_at_amount_minor.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 99999999999 || isNaN(data9)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data9 < 1 || isNaN(data9)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data9))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/compare_at_amount_minor",schemaPath:"#/properties/data/items/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.currency !== undefined){
let data10 = data2.currency;
const _errs21 = errors;
if(typeof data10 !== "string"){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data10 === "AED") || (data10 === "AFN")) || (data10 === "ALL")) || (data10 === "AMD")) || (data10 === "AOA")) || (data10 === "ARS")) || (data10 === "AUD")) || (data10 === "AWG")) || (data10 === "AZN")) || (data10 === "BAM")) || (data10 === "BBD")) || (data10 === "BDT")) || (data10 === "BHD")) || (data10 === "BIF")) || (data10 === "BMD")) || (data10 === "BND")) || (data10 === "BOB")) || (data10 === "BRL")) || (data10 === "BSD")) || (data10 === "BTN")) || (data10 === "BWP")) || (data10 === "BYN")) || (data10 === "BZD")) || (data10 === "CAD")) || (data10 === "CDF")) || (data10 === "CHF")) || (data10 === "CLP")) || (data10 === "CNY")) || (data10 === "COP")) || (data10 === "CRC")) || (data10 === "CUP")) || (data10 === "CVE")) || (data10 === "CZK")) || (data10 === "DJF")) || (data10 === "DKK")) || (data10 === "DOP")) || (data10 === "DZD")) || (data10 === "EGP")) || (data10 === "ERN")) || (data10 === "ETB")) || (data10 === "EUR")) || (data10 === "FJD")) || (data10 === "FKP")) || (data10 === "GBP")) || (data10 === "GEL")) || (data10 === "GHS")) || (data10 === "GIP")) || (data10 === "GMD")) || (data10 === "GNF")) || (data10 === "GTQ")) || (data10 === "GYD")) || (data10 === "HKD")) || (data10 === "HNL")) || (data10 === "HTG")) || (data10 === "HUF")) || (data10 === "IDR")) || (data10 === "ILS")) || (data10 === "INR")) || (data10 === "IQD")) || (data10 === "IRR")) || (data10 === "ISK")) || (data10 === "JMD")) || (data10 === "JOD")) || (data10 === "JPY")) || (data10 === "KES")) || (data10 === "KGS")) || (data10 === "KHR")) || (data10 === "KMF")) || (data10 === "KPW")) || (data10 === "KRW")) || (data10 === "KWD")) || (data10 === "KYD")) || (data10 === "KZT")) || (data10 === "LAK")) || (data10 === "LBP")) || (data10 === "LKR")) || (data10 === "LRD")) || (data10 === "LSL")) || (data10 === "LYD")) || (data10 === "MAD")) || (data10 === "MDL")) || (data10 === "MGA")) || (data10 === "MKD")) || (data10 === "MMK")) || (data10 === "MNT")) || (data10 === "MOP")) || (data10 === "MRU")) || (data10 === "MUR")) || (data10 === "MVR")) || (data10 === "MWK")) || (data10 === "MXN")) || (data10 === "MYR")) || (data10 === "MZN")) || (data10 === "NAD")) || (data10 === "NGN")) || (data10 === "NIO")) || (data10 === "NOK")) || (data10 === "NPR")) || (data10 === "NZD")) || (data10 === "OMR")) || (data10 === "PAB")) || (data10 === "PEN")) || (data10 === "PGK")) || (data10 === "PHP")) || (data10 === "PKR")) || (data10 === "PLN")) || (data10 === "PYG")) || (data10 === "QAR")) || (data10 === "RON")) || (data10 === "RSD")) || (data10 === "RUB")) || (data10 === "RWF")) || (data10 === "SAR")) || (data10 === "SBD")) || (data10 === "SCR")) || (data10 === "SDG")) || (data10 === "SEK")) || (data10 === "SGD")) || (data10 === "SHP")) || (data10 === "SLE")) || (data10 === "SOS")) || (data10 === "SRD")) || (data10 === "SSP")) || (data10 === "STN")) || (data10 === "SVC")) || (data10 === "SYP")) || (data10 === "SZL")) || (data10 === "THB")) || (data10 === "TJS")) || (data10 === "TMT")) || (data10 === "TND")) || (data10 === "TOP")) || (data10 === "TRY")) || (data10 === "TTD")) || (data10 === "TWD")) || (data10 === "TZS")) || (data10 === "UAH")) || (data10 === "UGX")) || (data10 === "USD")) || (data10 === "UYU")) || (data10 === "UYW")) || (data10 === "UZS")) || (data10 === "VED")) || (data10 === "VES")) || (data10 === "VND")) || (data10 === "VUV")) || (data10 === "WST")) || (data10 === "XAD")) || (data10 === "XAF")) || (data10 === "XCD")) || (data10 === "XCG")) || (data10 === "XOF")) || (data10 === "XPF")) || (data10 === "YER")) || (data10 === "ZAR")) || (data10 === "ZMW")) || (data10 === "ZWG"))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema46.properties.data.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.type !== undefined){
let data11 = data2.type;
const _errs23 = errors;
if(typeof data11 !== "string"){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/type",schemaPath:"#/properties/data/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data11 === "one_time") || (data11 === "recurring"))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/type",schemaPath:"#/properties/data/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema46.properties.data.items.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.billing_interval !== undefined){
let data12 = data2.billing_interval;
const _errs25 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/billing_interval",schemaPath:"#/properties/data/items/properties/billing_interval/type",keyword:"type",params:{type: schema46.properties.data.items.properties.billing_interval.type},message:"must be string,null"}];
return false;
}
if(!(((((data12 === "day") || (data12 === "week")) || (data12 === "month")) || (data12 === "year")) || (data12 === null))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/billing_interval",schemaPath:"#/properties/data/items/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema46.properties.data.items.properties.billing_interval.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.interval_count !== undefined){
let data13 = data2.interval_count;
const _errs27 = errors;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/interval_count",schemaPath:"#/properties/data/items/properties/interval_count/type",keyword:"type",params:{type: schema46.properties.data.items.properties.interval_count.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs27){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 999 || isNaN(data13)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/interval_count",schemaPath:"#/properties/data/items/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"}];
return false;
}
else {
if(data13 < 1 || isNaN(data13)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/interval_count",schemaPath:"#/properties/data/items/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.is_default !== undefined){
const _errs29 = errors;
if(typeof data2.is_default !== "boolean"){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/is_default",schemaPath:"#/properties/data/items/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.active !== undefined){
const _errs31 = errors;
if(typeof data2.active !== "boolean"){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/active",schemaPath:"#/properties/data/items/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data16 = data2.created_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data16 === "string"){
if(!pattern13.test(data16)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data16))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data17 = data2.updated_at;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data17 === "string"){
if(!pattern13.test(data17)){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data17))){
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs37 = errors;
if(typeof data.has_more !== "boolean"){
validate35.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data19 = data.next_cursor;
const _errs39 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate35.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema46.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createOffer_201 = validate36;
const schema47 = {"type":"object","description":"An offer: one price of a product. Price, currency and billing terms never change.","required":["id","object","product_id","name","lookup_key","amount_minor","compare_at_amount_minor","currency","type","billing_interval","interval_count","is_default","active","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"object":{"type":"string","const":"offer","description":"Always `offer`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"lookup_key":{"type":"string","description":"Stable key made by the service.","pattern":"^lk_[0-9a-f]{32}$","examples":["lk_019caea78c827e5b97c4d7f96b8dae35"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"compare_at_amount_minor":{"type":["integer","null"],"format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`. Null when there is none.","minimum":1,"maximum":99999999999,"examples":[5990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"is_default":{"type":"boolean","description":"Whether it is the product's default offer.","examples":[true]},"active":{"type":"boolean","description":"Whether new checkouts can be opened with it.","examples":[true]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.product_id === undefined) && (missing0 = "product_id"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.lookup_key === undefined) && (missing0 = "lookup_key"))) || ((data.amount_minor === undefined) && (missing0 = "amount_minor"))) || ((data.compare_at_amount_minor === undefined) && (missing0 = "compare_at_amount_minor"))) || ((data.currency === undefined) && (missing0 = "currency"))) || ((data.type === undefined) && (missing0 = "type"))) || ((data.billing_interval === undefined) && (missing0 = "billing_interval"))) || ((data.interval_count === undefined) && (missing0 = "interval_count"))) || ((data.is_default === undefined) && (missing0 = "is_default"))) || ((data.active === undefined) && (missing0 = "active"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate36.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern24.test(data0)){
validate36.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate36.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("offer" !== data1){
validate36.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "offer"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.product_id !== undefined){
let data2 = data.product_id;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern23.test(data2)){
validate36.errors = [{instancePath:instancePath+"/product_id",schemaPath:"#/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/product_id",schemaPath:"#/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data3 = data.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) > 160){
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data3) < 1){
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lookup_key !== undefined){
let data4 = data.lookup_key;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(!pattern26.test(data4)){
validate36.errors = [{instancePath:instancePath+"/lookup_key",schemaPath:"#/properties/lookup_key/pattern",keyword:"pattern",params:{pattern: "^lk_[0-9a-f]{32}$"},message:"must match pattern \""+"^lk_[0-9a-f]{32}$"+"\""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/lookup_key",schemaPath:"#/properties/lookup_key/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_minor !== undefined){
let data5 = data.amount_minor;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 99999999999 || isNaN(data5)){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data5 < 1 || isNaN(data5)){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data5))){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compare_at_amount_minor !== undefined){
let data6 = data.compare_at_amount_minor;
const _errs13 = errors;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/type",keyword:"type",params:{type: schema47.properties.compare_at_amount_minor.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 99999999999 || isNaN(data6)){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data6 < 1 || isNaN(data6)){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data6))){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.currency !== undefined){
let data7 = data.currency;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate36.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data7 === "AED") || (data7 === "AFN")) || (data7 === "ALL")) || (data7 === "AMD")) || (data7 === "AOA")) || (data7 === "ARS")) || (data7 === "AUD")) || (data7 === "AWG")) || (data7 === "AZN")) || (data7 === "BAM")) || (data7 === "BBD")) || (data7 === "BDT")) || (data7 === "BHD")) || (data7 === "BIF")) || (data7 === "BMD")) || (data7 === "BND")) || (data7 === "BOB")) || (data7 === "BRL")) || (data7 === "BSD")) || (data7 === "BTN")) || (data7 === "BWP")) || (data7 === "BYN")) || (data7 === "BZD")) || (data7 === "CAD")) || (data7 === "CDF")) || (data7 === "CHF")) || (data7 === "CLP")) || (data7 === "CNY")) || (data7 === "COP")) || (data7 === "CRC")) || (data7 === "CUP")) || (data7 === "CVE")) || (data7 === "CZK")) || (data7 === "DJF")) || (data7 === "DKK")) || (data7 === "DOP")) || (data7 === "DZD")) || (data7 === "EGP")) || (data7 === "ERN")) || (data7 === "ETB")) || (data7 === "EUR")) || (data7 === "FJD")) || (data7 === "FKP")) || (data7 === "GBP")) || (data7 === "GEL")) || (data7 === "GHS")) || (data7 === "GIP")) || (data7 === "GMD")) || (data7 === "GNF")) || (data7 === "GTQ")) || (data7 === "GYD")) || (data7 === "HKD")) || (data7 === "HNL")) || (data7 === "HTG")) || (data7 === "HUF")) || (data7 === "IDR")) || (data7 === "ILS")) || (data7 === "INR")) || (data7 === "IQD")) || (data7 === "IRR")) || (data7 === "ISK")) || (data7 === "JMD")) || (data7 === "JOD")) || (data7 === "JPY")) || (data7 === "KES")) || (data7 === "KGS")) || (data7 === "KHR")) || (data7 === "KMF")) || (data7 === "KPW")) || (data7 === "KRW")) || (data7 === "KWD")) || (data7 === "KYD")) || (data7 === "KZT")) || (data7 === "LAK")) || (data7 === "LBP")) || (data7 === "LKR")) || (data7 === "LRD")) || (data7 === "LSL")) || (data7 === "LYD")) || (data7 === "MAD")) || (data7 === "MDL")) || (data7 === "MGA")) || (data7 === "MKD")) || (data7 === "MMK")) || (data7 === "MNT")) || (data7 === "MOP")) || (data7 === "MRU")) || (data7 === "MUR")) || (data7 === "MVR")) || (data7 === "MWK")) || (data7 === "MXN")) || (data7 === "MYR")) || (data7 === "MZN")) || (data7 === "NAD")) || (data7 === "NGN")) || (data7 === "NIO")) || (data7 === "NOK")) || (data7 === "NPR")) || (data7 === "NZD")) || (data7 === "OMR")) || (data7 === "PAB")) || (data7 === "PEN")) || (data7 === "PGK")) || (data7 === "PHP")) || (data7 === "PKR")) || (data7 === "PLN")) || (data7 === "PYG")) || (data7 === "QAR")) || (data7 === "RON")) || (data7 === "RSD")) || (data7 === "RUB")) || (data7 === "RWF")) || (data7 === "SAR")) || (data7 === "SBD")) || (data7 === "SCR")) || (data7 === "SDG")) || (data7 === "SEK")) || (data7 === "SGD")) || (data7 === "SHP")) || (data7 === "SLE")) || (data7 === "SOS")) || (data7 === "SRD")) || (data7 === "SSP")) || (data7 === "STN")) || (data7 === "SVC")) || (data7 === "SYP")) || (data7 === "SZL")) || (data7 === "THB")) || (data7 === "TJS")) || (data7 === "TMT")) || (data7 === "TND")) || (data7 === "TOP")) || (data7 === "TRY")) || (data7 === "TTD")) || (data7 === "TWD")) || (data7 === "TZS")) || (data7 === "UAH")) || (data7 === "UGX")) || (data7 === "USD")) || (data7 === "UYU")) || (data7 === "UYW")) || (data7 === "UZS")) || (data7 === "VED")) || (data7 === "VES")) || (data7 === "VND")) || (data7 === "VUV")) || (data7 === "WST")) || (data7 === "XAD")) || (data7 === "XAF")) || (data7 === "XCD")) || (data7 === "XCG")) || (data7 === "XOF")) || (data7 === "XPF")) || (data7 === "YER")) || (data7 === "ZAR")) || (data7 === "ZMW")) || (data7 === "ZWG"))){
validate36.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema47.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data8 = data.type;
const _errs17 = errors;
if(typeof data8 !== "string"){
validate36.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data8 === "one_time") || (data8 === "recurring"))){
validate36.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema47.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.billing_interval !== undefined){
let data9 = data.billing_interval;
const _errs19 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate36.errors = [{instancePath:instancePath+"/billing_interval",schemaPath:"#/properties/billing_interval/type",keyword:"type",params:{type: schema47.properties.billing_interval.type},message:"must be string,null"}];
return false;
}
if(!(((((data9 === "day") || (data9 === "week")) || (data9 === "month")) || (data9 === "year")) || (data9 === null))){
validate36.errors = [{instancePath:instancePath+"/billing_interval",schemaPath:"#/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema47.properties.billing_interval.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interval_count !== undefined){
let data10 = data.interval_count;
const _errs21 = errors;
if((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (data10 !== null)){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/type",keyword:"type",params:{type: schema47.properties.interval_count.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs21){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 999 || isNaN(data10)){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"}];
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_default !== undefined){
const _errs23 = errors;
if(typeof data.is_default !== "boolean"){
validate36.errors = [{instancePath:instancePath+"/is_default",schemaPath:"#/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.active !== undefined){
const _errs25 = errors;
if(typeof data.active !== "boolean"){
validate36.errors = [{instancePath:instancePath+"/active",schemaPath:"#/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data13 = data.created_at;
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate36.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate36.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data14 = data.updated_at;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data14 === "string"){
if(!pattern13.test(data14)){
validate36.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data14))){
validate36.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate36.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":{"id":true,"object":true,"product_id":true,"name":true,"lookup_key":true,"amount_minor":true,"compare_at_amount_minor":true,"currency":true,"type":true,"billing_interval":true,"interval_count":true,"is_default":true,"active":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listCheckouts_200 = validate37;
const schema48 = {"type":"object","description":"A page of checkouts, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The checkouts of this page.","items":{"type":"object","description":"A hosted payment session for one offer.","required":["id","object","customer_id","external_id","mode","status","currency","amount_total_minor","amount_refunded_minor","payment_id","checkout_url","success_url","cancel_url","metadata","line_items","expires_at","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"object":{"type":"string","const":"checkout","description":"Always `checkout`."},"customer_id":{"description":"The customer, if one was named.","oneOf":[{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},{"type":"null"}]},"external_id":{"type":["string","null"],"description":"Your reference, unique in the account.","minLength":1,"maxLength":255,"examples":["pedido-1042"]},"mode":{"type":"string","const":"payment","description":"Always `payment`."},"status":{"type":"string","description":"`open` until it is paid, canceled, or 24 hours old. The other three are final.","enum":["open","completed","expired","canceled"],"examples":["open"]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"amount_total_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"payment_id":{"description":"The payment that completed it. Null until then.","oneOf":[{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},{"type":"null"}]},"checkout_url":{"type":"string","description":"The payment page: redirect the buyer there. Anyone who has it can see and pay the session.","format":"uri","examples":["http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment.","format":"iri","maxLength":2048,"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":["string","null"],"description":"Where the buyer goes to abandon the purchase.","format":"iri","maxLength":2048,"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"line_items":{"type":"array","description":"What is sold: one item.","items":{"type":"object","description":"An item of a checkout, as product and offer were when the session was opened.","required":["id","object","product_id","offer_id","name","description","offer_name","quantity","currency","unit_amount_minor","total_amount_minor","type","billing_interval","interval_count","metadata"],"properties":{"id":{"type":"string","description":"Id of a line item.","pattern":"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["item_019caeab-92a3-718e-a4f7-0ac29ab01d68"]},"object":{"type":"string","const":"checkout_line_item","description":"Always `checkout_line_item`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"name":{"type":"string","description":"Name of the product.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description of the product. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"offer_name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"quantity":{"type":"integer","description":"How many. Always 1 today.","minimum":1,"examples":[1]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"total_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"type":{"type":"string","description":"Type of the offer. Only `one_time` offers can be in a checkout today.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}},"minItems":1,"maxItems":1},"expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"completed_at":{"description":"When it was paid. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57",null]}}};
const pattern49 = new RegExp("^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern51 = new RegExp("^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern52 = new RegExp("^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const formats72 = formats.iri;

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate37.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate37.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate37.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate37.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.customer_id === undefined) && (missing1 = "customer_id"))) || ((data2.external_id === undefined) && (missing1 = "external_id"))) || ((data2.mode === undefined) && (missing1 = "mode"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.currency === undefined) && (missing1 = "currency"))) || ((data2.amount_total_minor === undefined) && (missing1 = "amount_total_minor"))) || ((data2.amount_refunded_minor === undefined) && (missing1 = "amount_refunded_minor"))) || ((data2.payment_id === undefined) && (missing1 = "payment_id"))) || ((data2.checkout_url === undefined) && (missing1 = "checkout_url"))) || ((data2.success_url === undefined) && (missing1 = "success_url"))) || ((data2.cancel_url === undefined) && (missing1 = "cancel_url"))) || ((data2.metadata === undefined) && (missing1 = "metadata"))) || ((data2.line_items === undefined) && (missing1 = "line_items"))) || ((data2.expires_at === undefined) && (missing1 = "expires_at"))) || ((data2.completed_at === undefined) && (missing1 = "completed_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern49.test(data3)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("checkout" !== data4){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "checkout"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.customer_id !== undefined){
let data5 = data2.customer_id;
const _errs11 = errors;
const _errs12 = errors;
let valid3 = false;
let passing0 = null;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(!pattern17.test(data5)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/customer_id",schemaPath:"#/properties/data/items/properties/customer_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/data/" + i0+"/customer_id",schemaPath:"#/properties/data/items/properties/customer_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs13 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs15 = errors;
if(data5 !== null){
const err2 = {instancePath:instancePath+"/data/" + i0+"/customer_id",schemaPath:"#/properties/data/items/properties/customer_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs15 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err3 = {instancePath:instancePath+"/data/" + i0+"/customer_id",schemaPath:"#/properties/data/items/properties/customer_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate37.errors = vErrors;
return false;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.external_id !== undefined){
let data6 = data2.external_id;
const _errs17 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/type",keyword:"type",params:{type: schema48.properties.data.items.properties.external_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs17){
if(typeof data6 === "string"){
if(func1(data6) > 255){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data6) < 1){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.mode !== undefined){
let data7 = data2.mode;
const _errs19 = errors;
if(typeof data7 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/mode",schemaPath:"#/properties/data/items/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("payment" !== data7){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/mode",schemaPath:"#/properties/data/items/properties/mode/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data8 = data2.status;
const _errs21 = errors;
if(typeof data8 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data8 === "open") || (data8 === "completed")) || (data8 === "expired")) || (data8 === "canceled"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema48.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.currency !== undefined){
let data9 = data2.currency;
const _errs23 = errors;
if(typeof data9 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data9 === "AED") || (data9 === "AFN")) || (data9 === "ALL")) || (data9 === "AMD")) || (data9 === "AOA")) || (data9 === "ARS")) || (data9 === "AUD")) || (data9 === "AWG")) || (data9 === "AZN")) || (data9 === "BAM")) || (data9 === "BBD")) || (data9 === "BDT")) || (data9 === "BHD")) || (data9 === "BIF")) || (data9 === "BMD")) || (data9 === "BND")) || (data9 === "BOB")) || (data9 === "BRL")) || (data9 === "BSD")) || (data9 === "BTN")) || (data9 === "BWP")) || (data9 === "BYN")) || (data9 === "BZD")) || (data9 === "CAD")) || (data9 === "CDF")) || (data9 === "CHF")) || (data9 === "CLP")) || (data9 === "CNY")) || (data9 === "COP")) || (data9 === "CRC")) || (data9 === "CUP")) || (data9 === "CVE")) || (data9 === "CZK")) || (data9 === "DJF")) || (data9 === "DKK")) || (data9 === "DOP")) || (data9 === "DZD")) || (data9 === "EGP")) || (data9 === "ERN")) || (data9 === "ETB")) || (data9 === "EUR")) || (data9 === "FJD")) || (data9 === "FKP")) || (data9 === "GBP")) || (data9 === "GEL")) || (data9 === "GHS")) || (data9 === "GIP")) || (data9 === "GMD")) || (data9 === "GNF")) || (data9 === "GTQ")) || (data9 === "GYD")) || (data9 === "HKD")) || (data9 === "HNL")) || (data9 === "HTG")) || (data9 === "HUF")) || (data9 === "IDR")) || (data9 === "ILS")) || (data9 === "INR")) || (data9 === "IQD")) || (data9 === "IRR")) || (data9 === "ISK")) || (data9 === "JMD")) || (data9 === "JOD")) || (data9 === "JPY")) || (data9 === "KES")) || (data9 === "KGS")) || (data9 === "KHR")) || (data9 === "KMF")) || (data9 === "KPW")) || (data9 === "KRW")) || (data9 === "KWD")) || (data9 === "KYD")) || (data9 === "KZT")) || (data9 === "LAK")) || (data9 === "LBP")) || (data9 === "LKR")) || (data9 === "LRD")) || (data9 === "LSL")) || (data9 === "LYD")) || (data9 === "MAD")) || (data9 === "MDL")) || (data9 === "MGA")) || (data9 === "MKD")) || (data9 === "MMK")) || (data9 === "MNT")) || (data9 === "MOP")) || (data9 === "MRU")) || (data9 === "MUR")) || (data9 === "MVR")) || (data9 === "MWK")) || (data9 === "MXN")) || (data9 === "MYR")) || (data9 === "MZN")) || (data9 === "NAD")) || (data9 === "NGN")) || (data9 === "NIO")) || (data9 === "NOK")) || (data9 === "NPR")) || (data9 === "NZD")) || (data9 === "OMR")) || (data9 === "PAB")) || (data9 === "PEN")) || (data9 === "PGK")) || (data9 === "PHP")) || (data9 === "PKR")) || (data9 === "PLN")) || (data9 === "PYG")) || (data9 === "QAR")) || (data9 === "RON")) || (data9 === "RSD")) || (data9 === "RUB")) || (data9 === "RWF")) || (data9 === "SAR")) || (data9 === "SBD")) || (data9 === "SCR")) || (data9 === "SDG")) || (data9 === "SEK")) || (data9 === "SGD")) || (data9 === "SHP")) || (data9 === "SLE")) || (data9 === "SOS")) || (data9 === "SRD")) || (data9 === "SSP")) || (data9 === "STN")) || (data9 === "SVC")) || (data9 === "SYP")) || (data9 === "SZL")) || (data9 === "THB")) || (data9 === "TJS")) || (data9 === "TMT")) || (data9 === "TND")) || (data9 === "TOP")) || (data9 === "TRY")) || (data9 === "TTD")) || (data9 === "TWD")) || (data9 === "TZS")) || (data9 === "UAH")) || (data9 === "UGX")) || (data9 === "USD")) || (data9 === "UYU")) || (data9 === "UYW")) || (data9 === "UZS")) || (data9 === "VED")) || (data9 === "VES")) || (data9 === "VND")) || (data9 === "VUV")) || (data9 === "WST")) || (data9 === "XAD")) || (data9 === "XAF")) || (data9 === "XCD")) || (data9 === "XCG")) || (data9 === "XOF")) || (data9 === "XPF")) || (data9 === "YER")) || (data9 === "ZAR")) || (data9 === "ZMW")) || (data9 === "ZWG"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema48.properties.data.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_total_minor !== undefined){
let data10 = data2.amount_total_minor;
const _errs25 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_total_minor",schemaPath:"#/properties/data/items/properties/amount_total_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 99999999999 || isNaN(data10)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_total_minor",schemaPath:"#/properties/data/items/properties/amount_total_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_total_minor",schemaPath:"#/properties/data/items/properties/amount_total_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data10))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_total_minor",schemaPath:"#/properties/data/items/properties/amount_total_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_refunded_minor !== undefined){
let data11 = data2.amount_refunded_minor;
const _errs27 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 99999999999 || isNaN(data11)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats26.validate(data11))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.payment_id !== undefined){
let data12 = data2.payment_id;
const _errs29 = errors;
const _errs30 = errors;
let valid4 = false;
let passing1 = null;
const _errs31 = errors;
if(errors === _errs31){
if(typeof data12 === "string"){
if(!pattern51.test(data12)){
const err4 = {instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs31 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs33 = errors;
if(data12 !== null){
const err6 = {instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid1 = _errs33 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err7 = {instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate37.errors = vErrors;
return false;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.checkout_url !== undefined){
let data13 = data2.checkout_url;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!(formats0(data13))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_url",schemaPath:"#/properties/data/items/properties/checkout_url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_url",schemaPath:"#/properties/data/items/properties/checkout_url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.success_url !== undefined){
let data14 = data2.success_url;
const _errs37 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/success_url",schemaPath:"#/properties/data/items/properties/success_url/type",keyword:"type",params:{type: schema48.properties.data.items.properties.success_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs37){
if(errors === _errs37){
if(typeof data14 === "string"){
if(func1(data14) > 2048){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/success_url",schemaPath:"#/properties/data/items/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(!(formats72(data14))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/success_url",schemaPath:"#/properties/data/items/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs37 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.cancel_url !== undefined){
let data15 = data2.cancel_url;
const _errs39 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/cancel_url",schemaPath:"#/properties/data/items/properties/cancel_url/type",keyword:"type",params:{type: schema48.properties.data.items.properties.cancel_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs39){
if(errors === _errs39){
if(typeof data15 === "string"){
if(func1(data15) > 2048){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/cancel_url",schemaPath:"#/properties/data/items/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(!(formats72(data15))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/cancel_url",schemaPath:"#/properties/data/items/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.metadata !== undefined){
let data16 = data2.metadata;
const _errs41 = errors;
if(errors === _errs41){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(!(keyword0(data16, 16384, data2))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data16, 8, data2))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.line_items !== undefined){
let data17 = data2.line_items;
const _errs44 = errors;
if(errors === _errs44){
if(Array.isArray(data17)){
if(data17.length > 1){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items",schemaPath:"#/properties/data/items/properties/line_items/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"}];
return false;
}
else {
if(data17.length < 1){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items",schemaPath:"#/properties/data/items/properties/line_items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid5 = true;
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
let data18 = data17[i1];
const _errs46 = errors;
if(errors === _errs46){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing2;
if((((((((((((((((data18.id === undefined) && (missing2 = "id")) || ((data18.object === undefined) && (missing2 = "object"))) || ((data18.product_id === undefined) && (missing2 = "product_id"))) || ((data18.offer_id === undefined) && (missing2 = "offer_id"))) || ((data18.name === undefined) && (missing2 = "name"))) || ((data18.description === undefined) && (missing2 = "description"))) || ((data18.offer_name === undefined) && (missing2 = "offer_name"))) || ((data18.quantity === undefined) && (missing2 = "quantity"))) || ((data18.currency === undefined) && (missing2 = "currency"))) || ((data18.unit_amount_minor === undefined) && (missing2 = "unit_amount_minor"))) || ((data18.total_amount_minor === undefined) && (missing2 = "total_amount_minor"))) || ((data18.type === undefined) && (missing2 = "type"))) || ((data18.billing_interval === undefined) && (missing2 = "billing_interval"))) || ((data18.interval_count === undefined) && (missing2 = "interval_count"))) || ((data18.metadata === undefined) && (missing2 = "metadata"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1,schemaPath:"#/properties/data/items/properties/line_items/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data18.id !== undefined){
let data19 = data18.id;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data19 === "string"){
if(!pattern52.test(data19)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.object !== undefined){
let data20 = data18.object;
const _errs50 = errors;
if(typeof data20 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/object",schemaPath:"#/properties/data/items/properties/line_items/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("checkout_line_item" !== data20){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/object",schemaPath:"#/properties/data/items/properties/line_items/items/properties/object/const",keyword:"const",params:{allowedValue: "checkout_line_item"},message:"must be equal to constant"}];
return false;
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.product_id !== undefined){
let data21 = data18.product_id;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data21 === "string"){
if(!pattern23.test(data21)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/product_id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/product_id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.offer_id !== undefined){
let data22 = data18.offer_id;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data22 === "string"){
if(!pattern24.test(data22)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/offer_id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/offer_id",schemaPath:"#/properties/data/items/properties/line_items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.name !== undefined){
let data23 = data18.name;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data23 === "string"){
if(func1(data23) > 160){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data23) < 1){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs56 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.description !== undefined){
let data24 = data18.description;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data24 === "string"){
if(func1(data24) > 2000){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/description",schemaPath:"#/properties/data/items/properties/line_items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/description",schemaPath:"#/properties/data/items/properties/line_items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs58 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.offer_name !== undefined){
let data25 = data18.offer_name;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data25 === "string"){
if(func1(data25) > 160){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/offer_name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data25) < 1){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/offer_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/line_items/items/properties/offer_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs60 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.quantity !== undefined){
let data26 = data18.quantity;
const _errs62 = errors;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/quantity",schemaPath:"#/properties/data/items/properties/line_items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs62){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 1 || isNaN(data26)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/quantity",schemaPath:"#/properties/data/items/properties/line_items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid6 = _errs62 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.currency !== undefined){
let data27 = data18.currency;
const _errs64 = errors;
if(typeof data27 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/currency",schemaPath:"#/properties/data/items/properties/line_items/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data27 === "AED") || (data27 === "AFN")) || (data27 === "ALL")) || (data27 === "AMD")) || (data27 === "AOA")) || (data27 === "ARS")) || (data27 === "AUD")) || (data27 === "AWG")) || (data27 === "AZN")) || (data27 === "BAM")) || (data27 === "BBD")) || (data27 === "BDT")) || (data27 === "BHD")) || (data27 === "BIF")) || (data27 === "BMD")) || (data27 === "BND")) || (data27 === "BOB")) || (data27 === "BRL")) || (data27 === "BSD")) || (data27 === "BTN")) || (data27 === "BWP")) || (data27 === "BYN")) || (data27 === "BZD")) || (data27 === "CAD")) || (data27 === "CDF")) || (data27 === "CHF")) || (data27 === "CLP")) || (data27 === "CNY")) || (data27 === "COP")) || (data27 === "CRC")) || (data27 === "CUP")) || (data27 === "CVE")) || (data27 === "CZK")) || (data27 === "DJF")) || (data27 === "DKK")) || (data27 === "DOP")) || (data27 === "DZD")) || (data27 === "EGP")) || (data27 === "ERN")) || (data27 === "ETB")) || (data27 === "EUR")) || (data27 === "FJD")) || (data27 === "FKP")) || (data27 === "GBP")) || (data27 === "GEL")) || (data27 === "GHS")) || (data27 === "GIP")) || (data27 === "GMD")) || (data27 === "GNF")) || (data27 === "GTQ")) || (data27 === "GYD")) || (data27 === "HKD")) || (data27 === "HNL")) || (data27 === "HTG")) || (data27 === "HUF")) || (data27 === "IDR")) || (data27 === "ILS")) || (data27 === "INR")) || (data27 === "IQD")) || (data27 === "IRR")) || (data27 === "ISK")) || (data27 === "JMD")) || (data27 === "JOD")) || (data27 === "JPY")) || (data27 === "KES")) || (data27 === "KGS")) || (data27 === "KHR")) || (data27 === "KMF")) || (data27 === "KPW")) || (data27 === "KRW")) || (data27 === "KWD")) || (data27 === "KYD")) || (data27 === "KZT")) || (data27 === "LAK")) || (data27 === "LBP")) || (data27 === "LKR")) || (data27 === "LRD")) || (data27 === "LSL")) || (data27 === "LYD")) || (data27 === "MAD")) || (data27 === "MDL")) || (data27 === "MGA")) || (data27 === "MKD")) || (data27 === "MMK")) || (data27 === "MNT")) || (data27 === "MOP")) || (data27 === "MRU")) || (data27 === "MUR")) || (data27 === "MVR")) || (data27 === "MWK")) || (data27 === "MXN")) || (data27 === "MYR")) || (data27 === "MZN")) || (data27 === "NAD")) || (data27 === "NGN")) || (data27 === "NIO")) || (data27 === "NOK")) || (data27 === "NPR")) || (data27 === "NZD")) || (data27 === "OMR")) || (data27 === "PAB")) || (data27 === "PEN")) || (data27 === "PGK")) || (data27 === "PHP")) || (data27 === "PKR")) || (data27 === "PLN")) || (data27 === "PYG")) || (data27 === "QAR")) || (data27 === "RON")) || (data27 === "RSD")) || (data27 === "RUB")) || (data27 === "RWF")) || (data27 === "SAR")) || (data27 === "SBD")) || (data27 === "SCR")) || (data27 === "SDG")) || (data27 === "SEK")) || (data27 === "SGD")) || (data27 === "SHP")) || (data27 === "SLE")) || (data27 === "SOS")) || (data27 === "SRD")) || (data27 === "SSP")) || (data27 === "STN")) || (data27 === "SVC")) || (data27 === "SYP")) || (data27 === "SZL")) || (data27 === "THB")) || (data27 === "TJS")) || (data27 === "TMT")) || (data27 === "TND")) || (data27 === "TOP")) || (data27 === "TRY")) || (data27 === "TTD")) || (data27 === "TWD")) || (data27 === "TZS")) || (data27 === "UAH")) || (data27 === "UGX")) || (data27 === "USD")) || (data27 === "UYU")) || (data27 === "UYW")) || (data27 === "UZS")) || (data27 === "VED")) || (data27 === "VES")) || (data27 === "VND")) || (data27 === "VUV")) || (data27 === "WST")) || (data27 === "XAD")) || (data27 === "XAF")) || (data27 === "XCD")) || (data27 === "XCG")) || (data27 === "XOF")) || (data27 === "XPF")) || (data27 === "YER")) || (data27 === "ZAR")) || (data27 === "ZMW")) || (data27 === "ZWG"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/currency",schemaPath:"#/properties/data/items/properties/line_items/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema48.properties.data.items.properties.line_items.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs64 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.unit_amount_minor !== undefined){
let data28 = data18.unit_amount_minor;
const _errs66 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs66){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 99999999999 || isNaN(data28)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data28 < 1 || isNaN(data28)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data28))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid6 = _errs66 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.total_amount_minor !== undefined){
let data29 = data18.total_amount_minor;
const _errs68 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/total_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs68){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 99999999999 || isNaN(data29)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/total_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data29 < 1 || isNaN(data29)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/total_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data29))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/line_items/items/properties/total_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid6 = _errs68 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.type !== undefined){
let data30 = data18.type;
const _errs70 = errors;
if(typeof data30 !== "string"){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/type",schemaPath:"#/properties/data/items/properties/line_items/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data30 === "one_time") || (data30 === "recurring"))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/type",schemaPath:"#/properties/data/items/properties/line_items/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema48.properties.data.items.properties.line_items.items.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs70 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.billing_interval !== undefined){
let data31 = data18.billing_interval;
const _errs72 = errors;
if((typeof data31 !== "string") && (data31 !== null)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/billing_interval",schemaPath:"#/properties/data/items/properties/line_items/items/properties/billing_interval/type",keyword:"type",params:{type: schema48.properties.data.items.properties.line_items.items.properties.billing_interval.type},message:"must be string,null"}];
return false;
}
if(!(((((data31 === "day") || (data31 === "week")) || (data31 === "month")) || (data31 === "year")) || (data31 === null))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/billing_interval",schemaPath:"#/properties/data/items/properties/line_items/items/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema48.properties.data.items.properties.line_items.items.properties.billing_interval.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs72 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.interval_count !== undefined){
let data32 = data18.interval_count;
const _errs74 = errors;
if((!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))) && (data32 !== null)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/line_items/items/properties/interval_count/type",keyword:"type",params:{type: schema48.properties.data.items.properties.line_items.items.properties.interval_count.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs74){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 999 || isNaN(data32)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/line_items/items/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"}];
return false;
}
else {
if(data32 < 1 || isNaN(data32)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/line_items/items/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid6 = _errs74 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.metadata !== undefined){
let data33 = data18.metadata;
const _errs76 = errors;
if(errors === _errs76){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(!(keyword0(data33, 16384, data18))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/line_items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data33, 8, data18))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/line_items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/line_items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs76 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items/" + i1,schemaPath:"#/properties/data/items/properties/line_items/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs46 === errors;
if(!valid5){
break;
}
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/line_items",schemaPath:"#/properties/data/items/properties/line_items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.expires_at !== undefined){
let data34 = data2.expires_at;
const _errs79 = errors;
if(errors === _errs79){
if(errors === _errs79){
if(typeof data34 === "string"){
if(!pattern13.test(data34)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/expires_at",schemaPath:"#/properties/data/items/properties/expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data34))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/expires_at",schemaPath:"#/properties/data/items/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/expires_at",schemaPath:"#/properties/data/items/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs79 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.completed_at !== undefined){
let data35 = data2.completed_at;
const _errs81 = errors;
const _errs82 = errors;
let valid7 = false;
let passing2 = null;
const _errs83 = errors;
if(errors === _errs83){
if(errors === _errs83){
if(typeof data35 === "string"){
if(!pattern13.test(data35)){
const err8 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(!(formats6.validate(data35))){
const err9 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
var _valid2 = _errs83 === errors;
if(_valid2){
valid7 = true;
passing2 = 0;
}
const _errs85 = errors;
if(data35 !== null){
const err11 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid2 = _errs85 === errors;
if(_valid2 && valid7){
valid7 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid7 = true;
passing2 = 1;
}
}
if(!valid7){
const err12 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
validate37.errors = vErrors;
return false;
}
else {
errors = _errs82;
if(vErrors !== null){
if(_errs82){
vErrors.length = _errs82;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs81 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data36 = data2.created_at;
const _errs87 = errors;
if(errors === _errs87){
if(errors === _errs87){
if(typeof data36 === "string"){
if(!pattern13.test(data36)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data36))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs87 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data37 = data2.updated_at;
const _errs89 = errors;
if(errors === _errs89){
if(errors === _errs89){
if(typeof data37 === "string"){
if(!pattern13.test(data37)){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data37))){
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs89 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs91 = errors;
if(typeof data.has_more !== "boolean"){
validate37.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs91 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data39 = data.next_cursor;
const _errs93 = errors;
if((typeof data39 !== "string") && (data39 !== null)){
validate37.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema48.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs93 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate37.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createCheckout_201 = validate38;
const schema49 = {"type":"object","description":"A hosted payment session for one offer.","required":["id","object","customer_id","external_id","mode","status","currency","amount_total_minor","amount_refunded_minor","payment_id","checkout_url","success_url","cancel_url","metadata","line_items","expires_at","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"object":{"type":"string","const":"checkout","description":"Always `checkout`."},"customer_id":{"description":"The customer, if one was named.","oneOf":[{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},{"type":"null"}]},"external_id":{"type":["string","null"],"description":"Your reference, unique in the account.","minLength":1,"maxLength":255,"examples":["pedido-1042"]},"mode":{"type":"string","const":"payment","description":"Always `payment`."},"status":{"type":"string","description":"`open` until it is paid, canceled, or 24 hours old. The other three are final.","enum":["open","completed","expired","canceled"],"examples":["open"]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"amount_total_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"payment_id":{"description":"The payment that completed it. Null until then.","oneOf":[{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},{"type":"null"}]},"checkout_url":{"type":"string","description":"The payment page: redirect the buyer there. Anyone who has it can see and pay the session.","format":"uri","examples":["http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment.","format":"iri","maxLength":2048,"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":["string","null"],"description":"Where the buyer goes to abandon the purchase.","format":"iri","maxLength":2048,"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"line_items":{"type":"array","description":"What is sold: one item.","items":{"type":"object","description":"An item of a checkout, as product and offer were when the session was opened.","required":["id","object","product_id","offer_id","name","description","offer_name","quantity","currency","unit_amount_minor","total_amount_minor","type","billing_interval","interval_count","metadata"],"properties":{"id":{"type":"string","description":"Id of a line item.","pattern":"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["item_019caeab-92a3-718e-a4f7-0ac29ab01d68"]},"object":{"type":"string","const":"checkout_line_item","description":"Always `checkout_line_item`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"name":{"type":"string","description":"Name of the product.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description of the product. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"offer_name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"quantity":{"type":"integer","description":"How many. Always 1 today.","minimum":1,"examples":[1]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"total_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"type":{"type":"string","description":"Type of the offer. Only `one_time` offers can be in a checkout today.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}},"minItems":1,"maxItems":1},"expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"completed_at":{"description":"When it was paid. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.customer_id === undefined) && (missing0 = "customer_id"))) || ((data.external_id === undefined) && (missing0 = "external_id"))) || ((data.mode === undefined) && (missing0 = "mode"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.currency === undefined) && (missing0 = "currency"))) || ((data.amount_total_minor === undefined) && (missing0 = "amount_total_minor"))) || ((data.amount_refunded_minor === undefined) && (missing0 = "amount_refunded_minor"))) || ((data.payment_id === undefined) && (missing0 = "payment_id"))) || ((data.checkout_url === undefined) && (missing0 = "checkout_url"))) || ((data.success_url === undefined) && (missing0 = "success_url"))) || ((data.cancel_url === undefined) && (missing0 = "cancel_url"))) || ((data.metadata === undefined) && (missing0 = "metadata"))) || ((data.line_items === undefined) && (missing0 = "line_items"))) || ((data.expires_at === undefined) && (missing0 = "expires_at"))) || ((data.completed_at === undefined) && (missing0 = "completed_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate38.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern49.test(data0)){
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate38.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("checkout" !== data1){
validate38.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "checkout"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.customer_id !== undefined){
let data2 = data.customer_id;
const _errs5 = errors;
const _errs6 = errors;
let valid1 = false;
let passing0 = null;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern17.test(data2)){
const err0 = {instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs9 = errors;
if(data2 !== null){
const err2 = {instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err3 = {instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate38.errors = vErrors;
return false;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data3 = data.external_id;
const _errs11 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate38.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: schema49.properties.external_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs11){
if(typeof data3 === "string"){
if(func1(data3) > 255){
validate38.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data3) < 1){
validate38.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mode !== undefined){
let data4 = data.mode;
const _errs13 = errors;
if(typeof data4 !== "string"){
validate38.errors = [{instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("payment" !== data4){
validate38.errors = [{instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data5 = data.status;
const _errs15 = errors;
if(typeof data5 !== "string"){
validate38.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data5 === "open") || (data5 === "completed")) || (data5 === "expired")) || (data5 === "canceled"))){
validate38.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema49.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.currency !== undefined){
let data6 = data.currency;
const _errs17 = errors;
if(typeof data6 !== "string"){
validate38.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data6 === "AED") || (data6 === "AFN")) || (data6 === "ALL")) || (data6 === "AMD")) || (data6 === "AOA")) || (data6 === "ARS")) || (data6 === "AUD")) || (data6 === "AWG")) || (data6 === "AZN")) || (data6 === "BAM")) || (data6 === "BBD")) || (data6 === "BDT")) || (data6 === "BHD")) || (data6 === "BIF")) || (data6 === "BMD")) || (data6 === "BND")) || (data6 === "BOB")) || (data6 === "BRL")) || (data6 === "BSD")) || (data6 === "BTN")) || (data6 === "BWP")) || (data6 === "BYN")) || (data6 === "BZD")) || (data6 === "CAD")) || (data6 === "CDF")) || (data6 === "CHF")) || (data6 === "CLP")) || (data6 === "CNY")) || (data6 === "COP")) || (data6 === "CRC")) || (data6 === "CUP")) || (data6 === "CVE")) || (data6 === "CZK")) || (data6 === "DJF")) || (data6 === "DKK")) || (data6 === "DOP")) || (data6 === "DZD")) || (data6 === "EGP")) || (data6 === "ERN")) || (data6 === "ETB")) || (data6 === "EUR")) || (data6 === "FJD")) || (data6 === "FKP")) || (data6 === "GBP")) || (data6 === "GEL")) || (data6 === "GHS")) || (data6 === "GIP")) || (data6 === "GMD")) || (data6 === "GNF")) || (data6 === "GTQ")) || (data6 === "GYD")) || (data6 === "HKD")) || (data6 === "HNL")) || (data6 === "HTG")) || (data6 === "HUF")) || (data6 === "IDR")) || (data6 === "ILS")) || (data6 === "INR")) || (data6 === "IQD")) || (data6 === "IRR")) || (data6 === "ISK")) || (data6 === "JMD")) || (data6 === "JOD")) || (data6 === "JPY")) || (data6 === "KES")) || (data6 === "KGS")) || (data6 === "KHR")) || (data6 === "KMF")) || (data6 === "KPW")) || (data6 === "KRW")) || (data6 === "KWD")) || (data6 === "KYD")) || (data6 === "KZT")) || (data6 === "LAK")) || (data6 === "LBP")) || (data6 === "LKR")) || (data6 === "LRD")) || (data6 === "LSL")) || (data6 === "LYD")) || (data6 === "MAD")) || (data6 === "MDL")) || (data6 === "MGA")) || (data6 === "MKD")) || (data6 === "MMK")) || (data6 === "MNT")) || (data6 === "MOP")) || (data6 === "MRU")) || (data6 === "MUR")) || (data6 === "MVR")) || (data6 === "MWK")) || (data6 === "MXN")) || (data6 === "MYR")) || (data6 === "MZN")) || (data6 === "NAD")) || (data6 === "NGN")) || (data6 === "NIO")) || (data6 === "NOK")) || (data6 === "NPR")) || (data6 === "NZD")) || (data6 === "OMR")) || (data6 === "PAB")) || (data6 === "PEN")) || (data6 === "PGK")) || (data6 === "PHP")) || (data6 === "PKR")) || (data6 === "PLN")) || (data6 === "PYG")) || (data6 === "QAR")) || (data6 === "RON")) || (data6 === "RSD")) || (data6 === "RUB")) || (data6 === "RWF")) || (data6 === "SAR")) || (data6 === "SBD")) || (data6 === "SCR")) || (data6 === "SDG")) || (data6 === "SEK")) || (data6 === "SGD")) || (data6 === "SHP")) || (data6 === "SLE")) || (data6 === "SOS")) || (data6 === "SRD")) || (data6 === "SSP")) || (data6 === "STN")) || (data6 === "SVC")) || (data6 === "SYP")) || (data6 === "SZL")) || (data6 === "THB")) || (data6 === "TJS")) || (data6 === "TMT")) || (data6 === "TND")) || (data6 === "TOP")) || (data6 === "TRY")) || (data6 === "TTD")) || (data6 === "TWD")) || (data6 === "TZS")) || (data6 === "UAH")) || (data6 === "UGX")) || (data6 === "USD")) || (data6 === "UYU")) || (data6 === "UYW")) || (data6 === "UZS")) || (data6 === "VED")) || (data6 === "VES")) || (data6 === "VND")) || (data6 === "VUV")) || (data6 === "WST")) || (data6 === "XAD")) || (data6 === "XAF")) || (data6 === "XCD")) || (data6 === "XCG")) || (data6 === "XOF")) || (data6 === "XPF")) || (data6 === "YER")) || (data6 === "ZAR")) || (data6 === "ZMW")) || (data6 === "ZWG"))){
validate38.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema49.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_total_minor !== undefined){
let data7 = data.amount_total_minor;
const _errs19 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate38.errors = [{instancePath:instancePath+"/amount_total_minor",schemaPath:"#/properties/amount_total_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 99999999999 || isNaN(data7)){
validate38.errors = [{instancePath:instancePath+"/amount_total_minor",schemaPath:"#/properties/amount_total_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate38.errors = [{instancePath:instancePath+"/amount_total_minor",schemaPath:"#/properties/amount_total_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data7))){
validate38.errors = [{instancePath:instancePath+"/amount_total_minor",schemaPath:"#/properties/amount_total_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_refunded_minor !== undefined){
let data8 = data.amount_refunded_minor;
const _errs21 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate38.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 99999999999 || isNaN(data8)){
validate38.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate38.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats26.validate(data8))){
validate38.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.payment_id !== undefined){
let data9 = data.payment_id;
const _errs23 = errors;
const _errs24 = errors;
let valid2 = false;
let passing1 = null;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data9 === "string"){
if(!pattern51.test(data9)){
const err4 = {instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs25 === errors;
if(_valid1){
valid2 = true;
passing1 = 0;
}
const _errs27 = errors;
if(data9 !== null){
const err6 = {instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid1 = _errs27 === errors;
if(_valid1 && valid2){
valid2 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid2 = true;
passing1 = 1;
}
}
if(!valid2){
const err7 = {instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate38.errors = vErrors;
return false;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_url !== undefined){
let data10 = data.checkout_url;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data10 === "string"){
if(!(formats0(data10))){
validate38.errors = [{instancePath:instancePath+"/checkout_url",schemaPath:"#/properties/checkout_url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/checkout_url",schemaPath:"#/properties/checkout_url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.success_url !== undefined){
let data11 = data.success_url;
const _errs31 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate38.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/type",keyword:"type",params:{type: schema49.properties.success_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs31){
if(errors === _errs31){
if(typeof data11 === "string"){
if(func1(data11) > 2048){
validate38.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(!(formats72(data11))){
validate38.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cancel_url !== undefined){
let data12 = data.cancel_url;
const _errs33 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate38.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/type",keyword:"type",params:{type: schema49.properties.cancel_url.type},message:"must be string,null"}];
return false;
}
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(func1(data12) > 2048){
validate38.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(!(formats72(data12))){
validate38.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data13 = data.metadata;
const _errs35 = errors;
if(errors === _errs35){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(!(keyword0(data13, 16384, data))){
validate38.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data13, 8, data))){
validate38.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line_items !== undefined){
let data14 = data.line_items;
const _errs38 = errors;
if(errors === _errs38){
if(Array.isArray(data14)){
if(data14.length > 1){
validate38.errors = [{instancePath:instancePath+"/line_items",schemaPath:"#/properties/line_items/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"}];
return false;
}
else {
if(data14.length < 1){
validate38.errors = [{instancePath:instancePath+"/line_items",schemaPath:"#/properties/line_items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid3 = true;
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
let data15 = data14[i0];
const _errs40 = errors;
if(errors === _errs40){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing1;
if((((((((((((((((data15.id === undefined) && (missing1 = "id")) || ((data15.object === undefined) && (missing1 = "object"))) || ((data15.product_id === undefined) && (missing1 = "product_id"))) || ((data15.offer_id === undefined) && (missing1 = "offer_id"))) || ((data15.name === undefined) && (missing1 = "name"))) || ((data15.description === undefined) && (missing1 = "description"))) || ((data15.offer_name === undefined) && (missing1 = "offer_name"))) || ((data15.quantity === undefined) && (missing1 = "quantity"))) || ((data15.currency === undefined) && (missing1 = "currency"))) || ((data15.unit_amount_minor === undefined) && (missing1 = "unit_amount_minor"))) || ((data15.total_amount_minor === undefined) && (missing1 = "total_amount_minor"))) || ((data15.type === undefined) && (missing1 = "type"))) || ((data15.billing_interval === undefined) && (missing1 = "billing_interval"))) || ((data15.interval_count === undefined) && (missing1 = "interval_count"))) || ((data15.metadata === undefined) && (missing1 = "metadata"))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0,schemaPath:"#/properties/line_items/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data15.id !== undefined){
let data16 = data15.id;
const _errs42 = errors;
if(errors === _errs42){
if(typeof data16 === "string"){
if(!pattern52.test(data16)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/id",schemaPath:"#/properties/line_items/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/id",schemaPath:"#/properties/line_items/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.object !== undefined){
let data17 = data15.object;
const _errs44 = errors;
if(typeof data17 !== "string"){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/object",schemaPath:"#/properties/line_items/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("checkout_line_item" !== data17){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/object",schemaPath:"#/properties/line_items/items/properties/object/const",keyword:"const",params:{allowedValue: "checkout_line_item"},message:"must be equal to constant"}];
return false;
}
var valid4 = _errs44 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.product_id !== undefined){
let data18 = data15.product_id;
const _errs46 = errors;
if(errors === _errs46){
if(typeof data18 === "string"){
if(!pattern23.test(data18)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/product_id",schemaPath:"#/properties/line_items/items/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/product_id",schemaPath:"#/properties/line_items/items/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs46 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.offer_id !== undefined){
let data19 = data15.offer_id;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data19 === "string"){
if(!pattern24.test(data19)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/offer_id",schemaPath:"#/properties/line_items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/offer_id",schemaPath:"#/properties/line_items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs48 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.name !== undefined){
let data20 = data15.name;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data20 === "string"){
if(func1(data20) > 160){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/name",schemaPath:"#/properties/line_items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data20) < 1){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/name",schemaPath:"#/properties/line_items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/name",schemaPath:"#/properties/line_items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs50 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.description !== undefined){
let data21 = data15.description;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data21 === "string"){
if(func1(data21) > 2000){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/description",schemaPath:"#/properties/line_items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/description",schemaPath:"#/properties/line_items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs52 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.offer_name !== undefined){
let data22 = data15.offer_name;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data22 === "string"){
if(func1(data22) > 160){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/offer_name",schemaPath:"#/properties/line_items/items/properties/offer_name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data22) < 1){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/offer_name",schemaPath:"#/properties/line_items/items/properties/offer_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/offer_name",schemaPath:"#/properties/line_items/items/properties/offer_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs54 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.quantity !== undefined){
let data23 = data15.quantity;
const _errs56 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/quantity",schemaPath:"#/properties/line_items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs56){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/quantity",schemaPath:"#/properties/line_items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid4 = _errs56 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.currency !== undefined){
let data24 = data15.currency;
const _errs58 = errors;
if(typeof data24 !== "string"){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/currency",schemaPath:"#/properties/line_items/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data24 === "AED") || (data24 === "AFN")) || (data24 === "ALL")) || (data24 === "AMD")) || (data24 === "AOA")) || (data24 === "ARS")) || (data24 === "AUD")) || (data24 === "AWG")) || (data24 === "AZN")) || (data24 === "BAM")) || (data24 === "BBD")) || (data24 === "BDT")) || (data24 === "BHD")) || (data24 === "BIF")) || (data24 === "BMD")) || (data24 === "BND")) || (data24 === "BOB")) || (data24 === "BRL")) || (data24 === "BSD")) || (data24 === "BTN")) || (data24 === "BWP")) || (data24 === "BYN")) || (data24 === "BZD")) || (data24 === "CAD")) || (data24 === "CDF")) || (data24 === "CHF")) || (data24 === "CLP")) || (data24 === "CNY")) || (data24 === "COP")) || (data24 === "CRC")) || (data24 === "CUP")) || (data24 === "CVE")) || (data24 === "CZK")) || (data24 === "DJF")) || (data24 === "DKK")) || (data24 === "DOP")) || (data24 === "DZD")) || (data24 === "EGP")) || (data24 === "ERN")) || (data24 === "ETB")) || (data24 === "EUR")) || (data24 === "FJD")) || (data24 === "FKP")) || (data24 === "GBP")) || (data24 === "GEL")) || (data24 === "GHS")) || (data24 === "GIP")) || (data24 === "GMD")) || (data24 === "GNF")) || (data24 === "GTQ")) || (data24 === "GYD")) || (data24 === "HKD")) || (data24 === "HNL")) || (data24 === "HTG")) || (data24 === "HUF")) || (data24 === "IDR")) || (data24 === "ILS")) || (data24 === "INR")) || (data24 === "IQD")) || (data24 === "IRR")) || (data24 === "ISK")) || (data24 === "JMD")) || (data24 === "JOD")) || (data24 === "JPY")) || (data24 === "KES")) || (data24 === "KGS")) || (data24 === "KHR")) || (data24 === "KMF")) || (data24 === "KPW")) || (data24 === "KRW")) || (data24 === "KWD")) || (data24 === "KYD")) || (data24 === "KZT")) || (data24 === "LAK")) || (data24 === "LBP")) || (data24 === "LKR")) || (data24 === "LRD")) || (data24 === "LSL")) || (data24 === "LYD")) || (data24 === "MAD")) || (data24 === "MDL")) || (data24 === "MGA")) || (data24 === "MKD")) || (data24 === "MMK")) || (data24 === "MNT")) || (data24 === "MOP")) || (data24 === "MRU")) || (data24 === "MUR")) || (data24 === "MVR")) || (data24 === "MWK")) || (data24 === "MXN")) || (data24 === "MYR")) || (data24 === "MZN")) || (data24 === "NAD")) || (data24 === "NGN")) || (data24 === "NIO")) || (data24 === "NOK")) || (data24 === "NPR")) || (data24 === "NZD")) || (data24 === "OMR")) || (data24 === "PAB")) || (data24 === "PEN")) || (data24 === "PGK")) || (data24 === "PHP")) || (data24 === "PKR")) || (data24 === "PLN")) || (data24 === "PYG")) || (data24 === "QAR")) || (data24 === "RON")) || (data24 === "RSD")) || (data24 === "RUB")) || (data24 === "RWF")) || (data24 === "SAR")) || (data24 === "SBD")) || (data24 === "SCR")) || (data24 === "SDG")) || (data24 === "SEK")) || (data24 === "SGD")) || (data24 === "SHP")) || (data24 === "SLE")) || (data24 === "SOS")) || (data24 === "SRD")) || (data24 === "SSP")) || (data24 === "STN")) || (data24 === "SVC")) || (data24 === "SYP")) || (data24 === "SZL")) || (data24 === "THB")) || (data24 === "TJS")) || (data24 === "TMT")) || (data24 === "TND")) || (data24 === "TOP")) || (data24 === "TRY")) || (data24 === "TTD")) || (data24 === "TWD")) || (data24 === "TZS")) || (data24 === "UAH")) || (data24 === "UGX")) || (data24 === "USD")) || (data24 === "UYU")) || (data24 === "UYW")) || (data24 === "UZS")) || (data24 === "VED")) || (data24 === "VES")) || (data24 === "VND")) || (data24 === "VUV")) || (data24 === "WST")) || (data24 === "XAD")) || (data24 === "XAF")) || (data24 === "XCD")) || (data24 === "XCG")) || (data24 === "XOF")) || (data24 === "XPF")) || (data24 === "YER")) || (data24 === "ZAR")) || (data24 === "ZMW")) || (data24 === "ZWG"))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/currency",schemaPath:"#/properties/line_items/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema49.properties.line_items.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs58 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.unit_amount_minor !== undefined){
let data25 = data15.unit_amount_minor;
const _errs60 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/line_items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs60){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 99999999999 || isNaN(data25)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/line_items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data25 < 1 || isNaN(data25)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/line_items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data25))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/line_items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid4 = _errs60 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.total_amount_minor !== undefined){
let data26 = data15.total_amount_minor;
const _errs62 = errors;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/line_items/items/properties/total_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs62){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 99999999999 || isNaN(data26)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/line_items/items/properties/total_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data26 < 1 || isNaN(data26)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/line_items/items/properties/total_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data26))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/line_items/items/properties/total_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid4 = _errs62 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.type !== undefined){
let data27 = data15.type;
const _errs64 = errors;
if(typeof data27 !== "string"){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/type",schemaPath:"#/properties/line_items/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data27 === "one_time") || (data27 === "recurring"))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/type",schemaPath:"#/properties/line_items/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema49.properties.line_items.items.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs64 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.billing_interval !== undefined){
let data28 = data15.billing_interval;
const _errs66 = errors;
if((typeof data28 !== "string") && (data28 !== null)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/billing_interval",schemaPath:"#/properties/line_items/items/properties/billing_interval/type",keyword:"type",params:{type: schema49.properties.line_items.items.properties.billing_interval.type},message:"must be string,null"}];
return false;
}
if(!(((((data28 === "day") || (data28 === "week")) || (data28 === "month")) || (data28 === "year")) || (data28 === null))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/billing_interval",schemaPath:"#/properties/line_items/items/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema49.properties.line_items.items.properties.billing_interval.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs66 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.interval_count !== undefined){
let data29 = data15.interval_count;
const _errs68 = errors;
if((!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))) && (data29 !== null)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/interval_count",schemaPath:"#/properties/line_items/items/properties/interval_count/type",keyword:"type",params:{type: schema49.properties.line_items.items.properties.interval_count.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs68){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 999 || isNaN(data29)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/interval_count",schemaPath:"#/properties/line_items/items/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"}];
return false;
}
else {
if(data29 < 1 || isNaN(data29)){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/interval_count",schemaPath:"#/properties/line_items/items/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid4 = _errs68 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.metadata !== undefined){
let data30 = data15.metadata;
const _errs70 = errors;
if(errors === _errs70){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(!(keyword0(data30, 16384, data15))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/metadata",schemaPath:"#/properties/line_items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data30, 8, data15))){
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/metadata",schemaPath:"#/properties/line_items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0+"/metadata",schemaPath:"#/properties/line_items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs70 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items/" + i0,schemaPath:"#/properties/line_items/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs40 === errors;
if(!valid3){
break;
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/line_items",schemaPath:"#/properties/line_items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expires_at !== undefined){
let data31 = data.expires_at;
const _errs73 = errors;
if(errors === _errs73){
if(errors === _errs73){
if(typeof data31 === "string"){
if(!pattern13.test(data31)){
validate38.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data31))){
validate38.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs73 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.completed_at !== undefined){
let data32 = data.completed_at;
const _errs75 = errors;
const _errs76 = errors;
let valid5 = false;
let passing2 = null;
const _errs77 = errors;
if(errors === _errs77){
if(errors === _errs77){
if(typeof data32 === "string"){
if(!pattern13.test(data32)){
const err8 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(!(formats6.validate(data32))){
const err9 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
var _valid2 = _errs77 === errors;
if(_valid2){
valid5 = true;
passing2 = 0;
}
const _errs79 = errors;
if(data32 !== null){
const err11 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid2 = _errs79 === errors;
if(_valid2 && valid5){
valid5 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid5 = true;
passing2 = 1;
}
}
if(!valid5){
const err12 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
validate38.errors = vErrors;
return false;
}
else {
errors = _errs76;
if(vErrors !== null){
if(_errs76){
vErrors.length = _errs76;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs75 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data33 = data.created_at;
const _errs81 = errors;
if(errors === _errs81){
if(errors === _errs81){
if(typeof data33 === "string"){
if(!pattern13.test(data33)){
validate38.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data33))){
validate38.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs81 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data34 = data.updated_at;
const _errs83 = errors;
if(errors === _errs83){
if(errors === _errs83){
if(typeof data34 === "string"){
if(!pattern13.test(data34)){
validate38.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data34))){
validate38.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs83 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate38.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":{"id":true,"object":true,"customer_id":true,"external_id":true,"mode":true,"status":true,"currency":true,"amount_total_minor":true,"amount_refunded_minor":true,"payment_id":true,"checkout_url":true,"success_url":true,"cancel_url":true,"metadata":true,"line_items":true,"expires_at":true,"completed_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const getCheckoutPage_200 = validate39;
const schema50 = {"type":"object","description":"The hosted page of a checkout, as its seller sees it.","required":["object","checkout_id","url","first_opened_at"],"properties":{"object":{"type":"string","const":"checkout_page","description":"Always `checkout_page`."},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"url":{"type":"string","description":"Where it is; the checkout's `checkout_url`.","format":"uri","examples":["http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]},"first_opened_at":{"description":"When it was first opened while the session was open. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.checkout_id === undefined) && (missing0 = "checkout_id"))) || ((data.url === undefined) && (missing0 = "url"))) || ((data.first_opened_at === undefined) && (missing0 = "first_opened_at"))){
validate39.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate39.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("checkout_page" !== data0){
validate39.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "checkout_page"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data1 = data.checkout_id;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern49.test(data1)){
validate39.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.url !== undefined){
let data2 = data.url;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(!(formats0(data2))){
validate39.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.first_opened_at !== undefined){
let data3 = data.first_opened_at;
const _errs7 = errors;
const _errs8 = errors;
let valid1 = false;
let passing0 = null;
const _errs9 = errors;
if(errors === _errs9){
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern13.test(data3)){
const err0 = {instancePath:instancePath+"/first_opened_at",schemaPath:"#/properties/first_opened_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data3))){
const err1 = {instancePath:instancePath+"/first_opened_at",schemaPath:"#/properties/first_opened_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/first_opened_at",schemaPath:"#/properties/first_opened_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs9 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs11 = errors;
if(data3 !== null){
const err3 = {instancePath:instancePath+"/first_opened_at",schemaPath:"#/properties/first_opened_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/first_opened_at",schemaPath:"#/properties/first_opened_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate39.errors = vErrors;
return false;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate39.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":{"object":true,"checkout_id":true,"url":true,"first_opened_at":true},"dynamicProps":false,"dynamicItems":false};

const listApiClients_200 = validate40;
const schema51 = {"type":"object","description":"A page of API clients, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The API clients of this page.","items":{"type":"object","description":"An API client of the account.","required":["id","object","name","client_id","scopes","status","previous_secret_expires_at","revoked_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an API client. Not the `client_id` of OAuth.","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_api_client_id","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]},"object":{"type":"string","const":"api_client","description":"Always `api_client`."},"name":{"type":"string","description":"Label of the client.","minLength":1,"maxLength":160,"examples":["Loja virtual"]},"client_id":{"type":"string","description":"OAuth client identifier, safe to log.","minLength":1,"examples":["bci_9sXbT2vQe7LmWc4RkZ1HyA"]},"scopes":{"type":"array","description":"Scopes that it can ask for, as they were sent.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"maxItems":32,"examples":[["checkouts:read","checkouts:write"]]},"status":{"type":"string","description":"A `revoked` client gets no tokens, and stays so.","enum":["active","revoked"],"examples":["active"]},"previous_secret_expires_at":{"description":"Until when the secret before the present one still gets tokens. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"revoked_at":{"description":"When it was revoked. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1",null]}}};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate40.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate40.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate40.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate40.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.name === undefined) && (missing1 = "name"))) || ((data2.client_id === undefined) && (missing1 = "client_id"))) || ((data2.scopes === undefined) && (missing1 = "scopes"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.previous_secret_expires_at === undefined) && (missing1 = "previous_secret_expires_at"))) || ((data2.revoked_at === undefined) && (missing1 = "revoked_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate40.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern11.test(data3)){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("api_client" !== data4){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "api_client"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.name !== undefined){
let data5 = data2.name;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 160){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/name",schemaPath:"#/properties/data/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.client_id !== undefined){
let data6 = data2.client_id;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) < 1){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/client_id",schemaPath:"#/properties/data/items/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/client_id",schemaPath:"#/properties/data/items/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.scopes !== undefined){
let data7 = data2.scopes;
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data7)){
if(data7.length > 32){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/scopes",schemaPath:"#/properties/data/items/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
const _errs17 = errors;
if(typeof data8 !== "string"){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/scopes/" + i1,schemaPath:"#/properties/data/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((data8 === "customers:read") || (data8 === "customers:write")) || (data8 === "products:read")) || (data8 === "products:write")) || (data8 === "checkouts:read")) || (data8 === "checkouts:write")) || (data8 === "all")) || (data8 === "refunds:write")) || (data8 === "account:read")) || (data8 === "account:write")) || (data8 === "bank:write"))){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/scopes/" + i1,schemaPath:"#/properties/data/items/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema51.properties.data.items.properties.scopes.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs17 === errors;
if(!valid3){
break;
}
}
if(valid3){
let i2 = data7.length;
let j0;
if(i2 > 1){
const indices0 = {};
for(;i2--;){
let item0 = data7[i2];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/scopes",schemaPath:"#/properties/data/items/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"}];
return false;
break;
}
indices0[item0] = i2;
}
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/scopes",schemaPath:"#/properties/data/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data9 = data2.status;
const _errs19 = errors;
if(typeof data9 !== "string"){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data9 === "active") || (data9 === "revoked"))){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema51.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.previous_secret_expires_at !== undefined){
let data10 = data2.previous_secret_expires_at;
const _errs21 = errors;
const _errs22 = errors;
let valid5 = false;
let passing0 = null;
const _errs23 = errors;
if(errors === _errs23){
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data10))){
const err1 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs23 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs25 = errors;
if(data10 !== null){
const err3 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err4 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate40.errors = vErrors;
return false;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.revoked_at !== undefined){
let data11 = data2.revoked_at;
const _errs27 = errors;
const _errs28 = errors;
let valid6 = false;
let passing1 = null;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
const err5 = {instancePath:instancePath+"/data/" + i0+"/revoked_at",schemaPath:"#/properties/data/items/properties/revoked_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data11))){
const err6 = {instancePath:instancePath+"/data/" + i0+"/revoked_at",schemaPath:"#/properties/data/items/properties/revoked_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/data/" + i0+"/revoked_at",schemaPath:"#/properties/data/items/properties/revoked_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs29 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs31 = errors;
if(data11 !== null){
const err8 = {instancePath:instancePath+"/data/" + i0+"/revoked_at",schemaPath:"#/properties/data/items/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs31 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err9 = {instancePath:instancePath+"/data/" + i0+"/revoked_at",schemaPath:"#/properties/data/items/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate40.errors = vErrors;
return false;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data12 = data2.created_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data13 = data2.updated_at;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs37 = errors;
if(typeof data.has_more !== "boolean"){
validate40.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data15 = data.next_cursor;
const _errs39 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate40.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema51.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate40.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createApiClient_201 = validate41;
const schema52 = {"type":"object","description":"An API client of the account, with the secret that was just made.","required":["id","object","name","client_id","scopes","status","previous_secret_expires_at","revoked_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an API client. Not the `client_id` of OAuth.","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_api_client_id","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]},"object":{"type":"string","const":"api_client","description":"Always `api_client`."},"name":{"type":"string","description":"Label of the client.","minLength":1,"maxLength":160,"examples":["Loja virtual"]},"client_id":{"type":"string","description":"OAuth client identifier, safe to log.","minLength":1,"examples":["bci_9sXbT2vQe7LmWc4RkZ1HyA"]},"client_secret":{"type":"string","description":"The secret, shown once: keep it on a server, and in no repository. Absent when the answer is given again by an `Idempotency-Key`.","minLength":1,"x-secret":true,"examples":["bcs_V3kq8sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtAbU"]},"scopes":{"type":"array","description":"Scopes that it can ask for, as they were sent.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"maxItems":32,"examples":[["checkouts:read","checkouts:write"]]},"status":{"type":"string","description":"A `revoked` client gets no tokens, and stays so.","enum":["active","revoked"],"examples":["active"]},"previous_secret_expires_at":{"description":"Until when the secret before the present one still gets tokens. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"revoked_at":{"description":"When it was revoked. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.client_id === undefined) && (missing0 = "client_id"))) || ((data.scopes === undefined) && (missing0 = "scopes"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.previous_secret_expires_at === undefined) && (missing0 = "previous_secret_expires_at"))) || ((data.revoked_at === undefined) && (missing0 = "revoked_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate41.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern11.test(data0)){
validate41.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate41.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("api_client" !== data1){
validate41.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "api_client"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data2 = data.name;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 160){
validate41.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate41.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_id !== undefined){
let data3 = data.client_id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate41.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_secret !== undefined){
let data4 = data.client_secret;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) < 1){
validate41.errors = [{instancePath:instancePath+"/client_secret",schemaPath:"#/properties/client_secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/client_secret",schemaPath:"#/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes !== undefined){
let data5 = data.scopes;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
if(data5.length > 32){
validate41.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
if(typeof data6 !== "string"){
validate41.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((data6 === "customers:read") || (data6 === "customers:write")) || (data6 === "products:read")) || (data6 === "products:write")) || (data6 === "checkouts:read")) || (data6 === "checkouts:write")) || (data6 === "all")) || (data6 === "refunds:write")) || (data6 === "account:read")) || (data6 === "account:write")) || (data6 === "bank:write"))){
validate41.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema52.properties.scopes.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data5.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data5[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate41.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data7 = data.status;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate41.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data7 === "active") || (data7 === "revoked"))){
validate41.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema52.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.previous_secret_expires_at !== undefined){
let data8 = data.previous_secret_expires_at;
const _errs17 = errors;
const _errs18 = errors;
let valid3 = false;
let passing0 = null;
const _errs19 = errors;
if(errors === _errs19){
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern13.test(data8)){
const err0 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data8))){
const err1 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs19 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data8 !== null){
const err3 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate41.errors = vErrors;
return false;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.revoked_at !== undefined){
let data9 = data.revoked_at;
const _errs23 = errors;
const _errs24 = errors;
let valid4 = false;
let passing1 = null;
const _errs25 = errors;
if(errors === _errs25){
if(errors === _errs25){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
const err5 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data9))){
const err6 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs25 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs27 = errors;
if(data9 !== null){
const err8 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs27 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate41.errors = vErrors;
return false;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data10 = data.created_at;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
validate41.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data10))){
validate41.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data11 = data.updated_at;
const _errs31 = errors;
if(errors === _errs31){
if(errors === _errs31){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
validate41.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data11))){
validate41.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate41.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":{"id":true,"object":true,"name":true,"client_id":true,"client_secret":true,"scopes":true,"status":true,"previous_secret_expires_at":true,"revoked_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const getApiClient_200 = validate42;
const schema53 = {"type":"object","description":"An API client of the account.","required":["id","object","name","client_id","scopes","status","previous_secret_expires_at","revoked_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of an API client. Not the `client_id` of OAuth.","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_api_client_id","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]},"object":{"type":"string","const":"api_client","description":"Always `api_client`."},"name":{"type":"string","description":"Label of the client.","minLength":1,"maxLength":160,"examples":["Loja virtual"]},"client_id":{"type":"string","description":"OAuth client identifier, safe to log.","minLength":1,"examples":["bci_9sXbT2vQe7LmWc4RkZ1HyA"]},"scopes":{"type":"array","description":"Scopes that it can ask for, as they were sent.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"maxItems":32,"examples":[["checkouts:read","checkouts:write"]]},"status":{"type":"string","description":"A `revoked` client gets no tokens, and stays so.","enum":["active","revoked"],"examples":["active"]},"previous_secret_expires_at":{"description":"Until when the secret before the present one still gets tokens. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"revoked_at":{"description":"When it was revoked. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.client_id === undefined) && (missing0 = "client_id"))) || ((data.scopes === undefined) && (missing0 = "scopes"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.previous_secret_expires_at === undefined) && (missing0 = "previous_secret_expires_at"))) || ((data.revoked_at === undefined) && (missing0 = "revoked_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate42.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern11.test(data0)){
validate42.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate42.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("api_client" !== data1){
validate42.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "api_client"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data2 = data.name;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 160){
validate42.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate42.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_id !== undefined){
let data3 = data.client_id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate42.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes !== undefined){
let data4 = data.scopes;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
if(data4.length > 32){
validate42.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(typeof data5 !== "string"){
validate42.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((data5 === "customers:read") || (data5 === "customers:write")) || (data5 === "products:read")) || (data5 === "products:write")) || (data5 === "checkouts:read")) || (data5 === "checkouts:write")) || (data5 === "all")) || (data5 === "refunds:write")) || (data5 === "account:read")) || (data5 === "account:write")) || (data5 === "bank:write"))){
validate42.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema53.properties.scopes.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data4.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data4[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate42.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data6 = data.status;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate42.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data6 === "active") || (data6 === "revoked"))){
validate42.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema53.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.previous_secret_expires_at !== undefined){
let data7 = data.previous_secret_expires_at;
const _errs15 = errors;
const _errs16 = errors;
let valid3 = false;
let passing0 = null;
const _errs17 = errors;
if(errors === _errs17){
if(errors === _errs17){
if(typeof data7 === "string"){
if(!pattern13.test(data7)){
const err0 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data7))){
const err1 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs17 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs19 = errors;
if(data7 !== null){
const err3 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs19 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate42.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.revoked_at !== undefined){
let data8 = data.revoked_at;
const _errs21 = errors;
const _errs22 = errors;
let valid4 = false;
let passing1 = null;
const _errs23 = errors;
if(errors === _errs23){
if(errors === _errs23){
if(typeof data8 === "string"){
if(!pattern13.test(data8)){
const err5 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data8))){
const err6 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs23 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs25 = errors;
if(data8 !== null){
const err8 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs25 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/revoked_at",schemaPath:"#/properties/revoked_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate42.errors = vErrors;
return false;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data9 = data.created_at;
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate42.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate42.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data10 = data.updated_at;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
validate42.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data10))){
validate42.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":{"id":true,"object":true,"name":true,"client_id":true,"scopes":true,"status":true,"previous_secret_expires_at":true,"revoked_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listUsers_200 = validate43;
const schema54 = {"type":"object","description":"A page of users, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The users of this page.","items":{"type":"object","description":"A person who signs in to the account's dashboard.","required":["id","object","email","role","status","passkeys","last_signed_in_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a user.","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_user_id","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]},"object":{"type":"string","const":"user","description":"Always `user`."},"email":{"type":"string","description":"E-mail in lower case, unique among the users of the account.","format":"email","maxLength":320,"examples":["ana@loja.example"]},"role":{"type":"string","description":"What a user may do; a set of scopes.","enum":["owner","developer","finance","viewer"],"examples":["finance"]},"status":{"type":"string","description":"An `invited` user has no passkey yet. A `removed` one has ended.","enum":["invited","active","removed"],"examples":["active"]},"passkeys":{"type":"array","description":"The passkeys by which it signs in, oldest first.","items":{"type":"object","description":"A key on a device, by which a user signs in.","required":["id","name","created_at","last_used_at"],"properties":{"id":{"type":"string","description":"Id of a passkey.","pattern":"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_passkey_id","examples":["passkey_019caeb3-9f10-7d2e-8a3b-4c5d6e7f8091"]},"name":{"type":"string","description":"The device, as it was named when the passkey was made.","minLength":1,"maxLength":80,"examples":["Notebook"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"last_used_at":{"description":"When it last signed in or confirmed. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]}}},"maxItems":10},"last_signed_in_at":{"description":"When it last signed in. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5",null]}}};
const pattern86 = new RegExp("^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern87 = new RegExp("^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate43.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate43.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate43.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate43.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.email === undefined) && (missing1 = "email"))) || ((data2.role === undefined) && (missing1 = "role"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.passkeys === undefined) && (missing1 = "passkeys"))) || ((data2.last_signed_in_at === undefined) && (missing1 = "last_signed_in_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern86.test(data3)){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("user" !== data4){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "user"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.email !== undefined){
let data5 = data2.email;
const _errs11 = errors;
if(errors === _errs11){
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 320){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
else {
if(!(formats14.test(data5))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/email",schemaPath:"#/properties/data/items/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.role !== undefined){
let data6 = data2.role;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/role",schemaPath:"#/properties/data/items/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data6 === "owner") || (data6 === "developer")) || (data6 === "finance")) || (data6 === "viewer"))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/role",schemaPath:"#/properties/data/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema54.properties.data.items.properties.role.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data7 = data2.status;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data7 === "invited") || (data7 === "active")) || (data7 === "removed"))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema54.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.passkeys !== undefined){
let data8 = data2.passkeys;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data8)){
if(data8.length > 10){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys",schemaPath:"#/properties/data/items/properties/passkeys/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if(((((data9.id === undefined) && (missing2 = "id")) || ((data9.name === undefined) && (missing2 = "name"))) || ((data9.created_at === undefined) && (missing2 = "created_at"))) || ((data9.last_used_at === undefined) && (missing2 = "last_used_at"))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1,schemaPath:"#/properties/data/items/properties/passkeys/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data9.id !== undefined){
let data10 = data9.id;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data10 === "string"){
if(!pattern87.test(data10)){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/id",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/id",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.name !== undefined){
let data11 = data9.name;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data11 === "string"){
if(func1(data11) > 80){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/name",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"}];
return false;
}
else {
if(func1(data11) < 1){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/name",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/name",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.created_at !== undefined){
let data12 = data9.created_at;
const _errs25 = errors;
if(errors === _errs25){
if(errors === _errs25){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/created_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/created_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/created_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.last_used_at !== undefined){
let data13 = data9.last_used_at;
const _errs27 = errors;
const _errs28 = errors;
let valid5 = false;
let passing0 = null;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/last_used_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/last_used_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data13))){
const err1 = {instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/last_used_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/last_used_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/last_used_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/last_used_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs29 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs31 = errors;
if(data13 !== null){
const err3 = {instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/last_used_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/last_used_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs31 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err4 = {instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1+"/last_used_at",schemaPath:"#/properties/data/items/properties/passkeys/items/properties/last_used_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate43.errors = vErrors;
return false;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys/" + i1,schemaPath:"#/properties/data/items/properties/passkeys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/passkeys",schemaPath:"#/properties/data/items/properties/passkeys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.last_signed_in_at !== undefined){
let data14 = data2.last_signed_in_at;
const _errs33 = errors;
const _errs34 = errors;
let valid6 = false;
let passing1 = null;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data14 === "string"){
if(!pattern13.test(data14)){
const err5 = {instancePath:instancePath+"/data/" + i0+"/last_signed_in_at",schemaPath:"#/properties/data/items/properties/last_signed_in_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data14))){
const err6 = {instancePath:instancePath+"/data/" + i0+"/last_signed_in_at",schemaPath:"#/properties/data/items/properties/last_signed_in_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/data/" + i0+"/last_signed_in_at",schemaPath:"#/properties/data/items/properties/last_signed_in_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs35 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs37 = errors;
if(data14 !== null){
const err8 = {instancePath:instancePath+"/data/" + i0+"/last_signed_in_at",schemaPath:"#/properties/data/items/properties/last_signed_in_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs37 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err9 = {instancePath:instancePath+"/data/" + i0+"/last_signed_in_at",schemaPath:"#/properties/data/items/properties/last_signed_in_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate43.errors = vErrors;
return false;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data15 = data2.created_at;
const _errs39 = errors;
if(errors === _errs39){
if(errors === _errs39){
if(typeof data15 === "string"){
if(!pattern13.test(data15)){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data15))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data16 = data2.updated_at;
const _errs41 = errors;
if(errors === _errs41){
if(errors === _errs41){
if(typeof data16 === "string"){
if(!pattern13.test(data16)){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data16))){
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs43 = errors;
if(typeof data.has_more !== "boolean"){
validate43.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data18 = data.next_cursor;
const _errs45 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate43.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema54.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate43.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const inviteUser_200 = validate44;
const schema55 = {"type":"object","description":"A user, with the invitation that was just made.","required":["id","object","email","role","status","passkeys","last_signed_in_at","created_at","updated_at","invitation_expires_at"],"properties":{"id":{"type":"string","description":"Id of a user.","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_user_id","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]},"object":{"type":"string","const":"user","description":"Always `user`."},"email":{"type":"string","description":"E-mail in lower case, unique among the users of the account.","format":"email","maxLength":320,"examples":["ana@loja.example"]},"role":{"type":"string","description":"What a user may do; a set of scopes.","enum":["owner","developer","finance","viewer"],"examples":["finance"]},"status":{"type":"string","description":"An `invited` user has no passkey yet. A `removed` one has ended.","enum":["invited","active","removed"],"examples":["active"]},"passkeys":{"type":"array","description":"The passkeys by which it signs in, oldest first.","items":{"type":"object","description":"A key on a device, by which a user signs in.","required":["id","name","created_at","last_used_at"],"properties":{"id":{"type":"string","description":"Id of a passkey.","pattern":"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_passkey_id","examples":["passkey_019caeb3-9f10-7d2e-8a3b-4c5d6e7f8091"]},"name":{"type":"string","description":"The device, as it was named when the passkey was made.","minLength":1,"maxLength":80,"examples":["Notebook"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"last_used_at":{"description":"When it last signed in or confirmed. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]}}},"maxItems":10},"last_signed_in_at":{"description":"When it last signed in. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"invitation_url":{"type":"string","description":"Where the user makes a passkey, shown once: send it to that person only. Absent when the answer is given again by an `Idempotency-Key`.","format":"uri","minLength":1,"maxLength":2048,"x-secret":true,"examples":["http://localhost:3000/dashboard/join/AZyua2YAehydB-O1L05o0fTq2Wn0sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtA"]},"invitation_expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.email === undefined) && (missing0 = "email"))) || ((data.role === undefined) && (missing0 = "role"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.passkeys === undefined) && (missing0 = "passkeys"))) || ((data.last_signed_in_at === undefined) && (missing0 = "last_signed_in_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))) || ((data.invitation_expires_at === undefined) && (missing0 = "invitation_expires_at"))){
validate44.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern86.test(data0)){
validate44.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate44.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("user" !== data1){
validate44.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "user"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data2 = data.email;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 320){
validate44.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
else {
if(!(formats14.test(data2))){
validate44.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined){
let data3 = data.role;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate44.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data3 === "owner") || (data3 === "developer")) || (data3 === "finance")) || (data3 === "viewer"))){
validate44.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema55.properties.role.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate44.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data4 === "invited") || (data4 === "active")) || (data4 === "removed"))){
validate44.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema55.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passkeys !== undefined){
let data5 = data.passkeys;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
if(data5.length > 10){
validate44.errors = [{instancePath:instancePath+"/passkeys",schemaPath:"#/properties/passkeys/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((data6.id === undefined) && (missing1 = "id")) || ((data6.name === undefined) && (missing1 = "name"))) || ((data6.created_at === undefined) && (missing1 = "created_at"))) || ((data6.last_used_at === undefined) && (missing1 = "last_used_at"))){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0,schemaPath:"#/properties/passkeys/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.id !== undefined){
let data7 = data6.id;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern87.test(data7)){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/id",schemaPath:"#/properties/passkeys/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/id",schemaPath:"#/properties/passkeys/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.name !== undefined){
let data8 = data6.name;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 80){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"}];
return false;
}
else {
if(func1(data8) < 1){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.created_at !== undefined){
let data9 = data6.created_at;
const _errs19 = errors;
if(errors === _errs19){
if(errors === _errs19){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.last_used_at !== undefined){
let data10 = data6.last_used_at;
const _errs21 = errors;
const _errs22 = errors;
let valid3 = false;
let passing0 = null;
const _errs23 = errors;
if(errors === _errs23){
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
const err0 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data10))){
const err1 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs23 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs25 = errors;
if(data10 !== null){
const err3 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate44.errors = vErrors;
return false;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/passkeys/" + i0,schemaPath:"#/properties/passkeys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/passkeys",schemaPath:"#/properties/passkeys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.last_signed_in_at !== undefined){
let data11 = data.last_signed_in_at;
const _errs27 = errors;
const _errs28 = errors;
let valid4 = false;
let passing1 = null;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
const err5 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data11))){
const err6 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs29 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs31 = errors;
if(data11 !== null){
const err8 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs31 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate44.errors = vErrors;
return false;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data12 = data.created_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate44.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate44.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data13 = data.updated_at;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate44.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate44.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.invitation_url !== undefined){
let data14 = data.invitation_url;
const _errs37 = errors;
if(errors === _errs37){
if(errors === _errs37){
if(typeof data14 === "string"){
if(func1(data14) > 2048){
validate44.errors = [{instancePath:instancePath+"/invitation_url",schemaPath:"#/properties/invitation_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(func1(data14) < 1){
validate44.errors = [{instancePath:instancePath+"/invitation_url",schemaPath:"#/properties/invitation_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
else {
if(!(formats0(data14))){
validate44.errors = [{instancePath:instancePath+"/invitation_url",schemaPath:"#/properties/invitation_url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""}];
return false;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/invitation_url",schemaPath:"#/properties/invitation_url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.invitation_expires_at !== undefined){
let data15 = data.invitation_expires_at;
const _errs39 = errors;
if(errors === _errs39){
if(errors === _errs39){
if(typeof data15 === "string"){
if(!pattern13.test(data15)){
validate44.errors = [{instancePath:instancePath+"/invitation_expires_at",schemaPath:"#/properties/invitation_expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data15))){
validate44.errors = [{instancePath:instancePath+"/invitation_expires_at",schemaPath:"#/properties/invitation_expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/invitation_expires_at",schemaPath:"#/properties/invitation_expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate44.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":{"id":true,"object":true,"email":true,"role":true,"status":true,"passkeys":true,"last_signed_in_at":true,"created_at":true,"updated_at":true,"invitation_url":true,"invitation_expires_at":true},"dynamicProps":false,"dynamicItems":false};

const getUser_200 = validate45;
const schema56 = {"type":"object","description":"A person who signs in to the account's dashboard.","required":["id","object","email","role","status","passkeys","last_signed_in_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a user.","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_user_id","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]},"object":{"type":"string","const":"user","description":"Always `user`."},"email":{"type":"string","description":"E-mail in lower case, unique among the users of the account.","format":"email","maxLength":320,"examples":["ana@loja.example"]},"role":{"type":"string","description":"What a user may do; a set of scopes.","enum":["owner","developer","finance","viewer"],"examples":["finance"]},"status":{"type":"string","description":"An `invited` user has no passkey yet. A `removed` one has ended.","enum":["invited","active","removed"],"examples":["active"]},"passkeys":{"type":"array","description":"The passkeys by which it signs in, oldest first.","items":{"type":"object","description":"A key on a device, by which a user signs in.","required":["id","name","created_at","last_used_at"],"properties":{"id":{"type":"string","description":"Id of a passkey.","pattern":"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_passkey_id","examples":["passkey_019caeb3-9f10-7d2e-8a3b-4c5d6e7f8091"]},"name":{"type":"string","description":"The device, as it was named when the passkey was made.","minLength":1,"maxLength":80,"examples":["Notebook"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"last_used_at":{"description":"When it last signed in or confirmed. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]}}},"maxItems":10},"last_signed_in_at":{"description":"When it last signed in. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.email === undefined) && (missing0 = "email"))) || ((data.role === undefined) && (missing0 = "role"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.passkeys === undefined) && (missing0 = "passkeys"))) || ((data.last_signed_in_at === undefined) && (missing0 = "last_signed_in_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate45.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern86.test(data0)){
validate45.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate45.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("user" !== data1){
validate45.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "user"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data2 = data.email;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 320){
validate45.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
else {
if(!(formats14.test(data2))){
validate45.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""}];
return false;
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined){
let data3 = data.role;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate45.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data3 === "owner") || (data3 === "developer")) || (data3 === "finance")) || (data3 === "viewer"))){
validate45.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema56.properties.role.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate45.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data4 === "invited") || (data4 === "active")) || (data4 === "removed"))){
validate45.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema56.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passkeys !== undefined){
let data5 = data.passkeys;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
if(data5.length > 10){
validate45.errors = [{instancePath:instancePath+"/passkeys",schemaPath:"#/properties/passkeys/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((data6.id === undefined) && (missing1 = "id")) || ((data6.name === undefined) && (missing1 = "name"))) || ((data6.created_at === undefined) && (missing1 = "created_at"))) || ((data6.last_used_at === undefined) && (missing1 = "last_used_at"))){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0,schemaPath:"#/properties/passkeys/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.id !== undefined){
let data7 = data6.id;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern87.test(data7)){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/id",schemaPath:"#/properties/passkeys/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/id",schemaPath:"#/properties/passkeys/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.name !== undefined){
let data8 = data6.name;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 80){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"}];
return false;
}
else {
if(func1(data8) < 1){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/name",schemaPath:"#/properties/passkeys/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.created_at !== undefined){
let data9 = data6.created_at;
const _errs19 = errors;
if(errors === _errs19){
if(errors === _errs19){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0+"/created_at",schemaPath:"#/properties/passkeys/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.last_used_at !== undefined){
let data10 = data6.last_used_at;
const _errs21 = errors;
const _errs22 = errors;
let valid3 = false;
let passing0 = null;
const _errs23 = errors;
if(errors === _errs23){
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
const err0 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data10))){
const err1 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs23 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs25 = errors;
if(data10 !== null){
const err3 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/passkeys/" + i0+"/last_used_at",schemaPath:"#/properties/passkeys/items/properties/last_used_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate45.errors = vErrors;
return false;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/passkeys/" + i0,schemaPath:"#/properties/passkeys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/passkeys",schemaPath:"#/properties/passkeys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.last_signed_in_at !== undefined){
let data11 = data.last_signed_in_at;
const _errs27 = errors;
const _errs28 = errors;
let valid4 = false;
let passing1 = null;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
const err5 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data11))){
const err6 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs29 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs31 = errors;
if(data11 !== null){
const err8 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs31 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/last_signed_in_at",schemaPath:"#/properties/last_signed_in_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate45.errors = vErrors;
return false;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data12 = data.created_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate45.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate45.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data13 = data.updated_at;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate45.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate45.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate45.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":{"id":true,"object":true,"email":true,"role":true,"status":true,"passkeys":true,"last_signed_in_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listWebhookEndpoints_200 = validate46;
const schema57 = {"type":"object","description":"A page of webhook endpoints, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The webhook endpoints of this page.","items":{"type":"object","description":"An address that events are sent to.","required":["id","object","url","event_types","enabled","previous_secret_expires_at","deleted_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]},"object":{"type":"string","const":"webhook_endpoint","description":"Always `webhook_endpoint`."},"url":{"type":"string","description":"Where events are sent.","minLength":1,"maxLength":2048,"examples":["https://loja.example/eventos"]},"event_types":{"type":"array","description":"The types of events that it is sent. An endpoint of all types is sent those that come later too.","items":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"uniqueItems":true,"maxItems":64,"examples":[["payment.succeeded","payment.reversed"]]},"enabled":{"type":"boolean","description":"Whether it is sent events.","examples":[true]},"previous_secret_expires_at":{"description":"Until when the secret before the present one signs too. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"deleted_at":{"description":"When it was deleted, in the answer to that. Null otherwise.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6",null]}}};
const pattern108 = new RegExp("^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate46.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate46.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate46.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate46.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.url === undefined) && (missing1 = "url"))) || ((data2.event_types === undefined) && (missing1 = "event_types"))) || ((data2.enabled === undefined) && (missing1 = "enabled"))) || ((data2.previous_secret_expires_at === undefined) && (missing1 = "previous_secret_expires_at"))) || ((data2.deleted_at === undefined) && (missing1 = "deleted_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate46.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern108.test(data3)){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("webhook_endpoint" !== data4){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "webhook_endpoint"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.url !== undefined){
let data5 = data2.url;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(func1(data5) > 2048){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/url",schemaPath:"#/properties/data/items/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(func1(data5) < 1){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/url",schemaPath:"#/properties/data/items/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/url",schemaPath:"#/properties/data/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.event_types !== undefined){
let data6 = data2.event_types;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
if(data6.length > 64){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/event_types",schemaPath:"#/properties/data/items/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
const _errs15 = errors;
if(typeof data7 !== "string"){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/event_types/" + i1,schemaPath:"#/properties/data/items/properties/event_types/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data7 === "payment.succeeded") || (data7 === "payment.declined")) || (data7 === "payment.reversed")) || (data7 === "refund.succeeded")) || (data7 === "refund.failed")) || (data7 === "checkout.canceled")) || (data7 === "checkout.expired"))){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/event_types/" + i1,schemaPath:"#/properties/data/items/properties/event_types/items/enum",keyword:"enum",params:{allowedValues: schema57.properties.data.items.properties.event_types.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs15 === errors;
if(!valid3){
break;
}
}
if(valid3){
let i2 = data6.length;
let j0;
if(i2 > 1){
const indices0 = {};
for(;i2--;){
let item0 = data6[i2];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/event_types",schemaPath:"#/properties/data/items/properties/event_types/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"}];
return false;
break;
}
indices0[item0] = i2;
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/event_types",schemaPath:"#/properties/data/items/properties/event_types/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.enabled !== undefined){
const _errs17 = errors;
if(typeof data2.enabled !== "boolean"){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/enabled",schemaPath:"#/properties/data/items/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.previous_secret_expires_at !== undefined){
let data9 = data2.previous_secret_expires_at;
const _errs19 = errors;
const _errs20 = errors;
let valid5 = false;
let passing0 = null;
const _errs21 = errors;
if(errors === _errs21){
if(errors === _errs21){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data9))){
const err1 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs21 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs23 = errors;
if(data9 !== null){
const err3 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs23 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err4 = {instancePath:instancePath+"/data/" + i0+"/previous_secret_expires_at",schemaPath:"#/properties/data/items/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate46.errors = vErrors;
return false;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.deleted_at !== undefined){
let data10 = data2.deleted_at;
const _errs25 = errors;
const _errs26 = errors;
let valid6 = false;
let passing1 = null;
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
const err5 = {instancePath:instancePath+"/data/" + i0+"/deleted_at",schemaPath:"#/properties/data/items/properties/deleted_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data10))){
const err6 = {instancePath:instancePath+"/data/" + i0+"/deleted_at",schemaPath:"#/properties/data/items/properties/deleted_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/data/" + i0+"/deleted_at",schemaPath:"#/properties/data/items/properties/deleted_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs27 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs29 = errors;
if(data10 !== null){
const err8 = {instancePath:instancePath+"/data/" + i0+"/deleted_at",schemaPath:"#/properties/data/items/properties/deleted_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs29 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
const err9 = {instancePath:instancePath+"/data/" + i0+"/deleted_at",schemaPath:"#/properties/data/items/properties/deleted_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate46.errors = vErrors;
return false;
}
else {
errors = _errs26;
if(vErrors !== null){
if(_errs26){
vErrors.length = _errs26;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data11 = data2.created_at;
const _errs31 = errors;
if(errors === _errs31){
if(errors === _errs31){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data11))){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data12 = data2.updated_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs35 = errors;
if(typeof data.has_more !== "boolean"){
validate46.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data14 = data.next_cursor;
const _errs37 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate46.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema57.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate46.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const createWebhookEndpoint_201 = validate47;
const schema58 = {"type":"object","description":"An address that events are sent to, with the secret that was just made.","required":["id","object","url","event_types","enabled","previous_secret_expires_at","deleted_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]},"object":{"type":"string","const":"webhook_endpoint","description":"Always `webhook_endpoint`."},"url":{"type":"string","description":"Where events are sent.","minLength":1,"maxLength":2048,"examples":["https://loja.example/eventos"]},"event_types":{"type":"array","description":"The types of events that it is sent. An endpoint of all types is sent those that come later too.","items":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"uniqueItems":true,"maxItems":64,"examples":[["payment.succeeded","payment.reversed"]]},"enabled":{"type":"boolean","description":"Whether it is sent events.","examples":[true]},"secret":{"type":"string","description":"What verifies signatures: `whsec_` and base64, shown once. Absent when the answer is given again by an `Idempotency-Key`.","minLength":1,"x-secret":true,"examples":["whsec_mZ2kQ8sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtAc="]},"previous_secret_expires_at":{"description":"Until when the secret before the present one signs too. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"deleted_at":{"description":"When it was deleted, in the answer to that. Null otherwise.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.url === undefined) && (missing0 = "url"))) || ((data.event_types === undefined) && (missing0 = "event_types"))) || ((data.enabled === undefined) && (missing0 = "enabled"))) || ((data.previous_secret_expires_at === undefined) && (missing0 = "previous_secret_expires_at"))) || ((data.deleted_at === undefined) && (missing0 = "deleted_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate47.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern108.test(data0)){
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate47.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("webhook_endpoint" !== data1){
validate47.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "webhook_endpoint"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.url !== undefined){
let data2 = data.url;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 2048){
validate47.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate47.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event_types !== undefined){
let data3 = data.event_types;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
if(data3.length > 64){
validate47.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(typeof data4 !== "string"){
validate47.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data4 === "payment.succeeded") || (data4 === "payment.declined")) || (data4 === "payment.reversed")) || (data4 === "refund.succeeded")) || (data4 === "refund.failed")) || (data4 === "checkout.canceled")) || (data4 === "checkout.expired"))){
validate47.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/enum",keyword:"enum",params:{allowedValues: schema58.properties.event_types.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data3.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data3[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate47.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.enabled !== undefined){
const _errs11 = errors;
if(typeof data.enabled !== "boolean"){
validate47.errors = [{instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.secret !== undefined){
let data6 = data.secret;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(func1(data6) < 1){
validate47.errors = [{instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.previous_secret_expires_at !== undefined){
let data7 = data.previous_secret_expires_at;
const _errs15 = errors;
const _errs16 = errors;
let valid3 = false;
let passing0 = null;
const _errs17 = errors;
if(errors === _errs17){
if(errors === _errs17){
if(typeof data7 === "string"){
if(!pattern13.test(data7)){
const err0 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data7))){
const err1 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs17 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs19 = errors;
if(data7 !== null){
const err3 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs19 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate47.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.deleted_at !== undefined){
let data8 = data.deleted_at;
const _errs21 = errors;
const _errs22 = errors;
let valid4 = false;
let passing1 = null;
const _errs23 = errors;
if(errors === _errs23){
if(errors === _errs23){
if(typeof data8 === "string"){
if(!pattern13.test(data8)){
const err5 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data8))){
const err6 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs23 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs25 = errors;
if(data8 !== null){
const err8 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs25 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate47.errors = vErrors;
return false;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data9 = data.created_at;
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate47.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate47.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data10 = data.updated_at;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
validate47.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data10))){
validate47.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate47.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":{"id":true,"object":true,"url":true,"event_types":true,"enabled":true,"secret":true,"previous_secret_expires_at":true,"deleted_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const getWebhookEndpoint_200 = validate48;
const schema59 = {"type":"object","description":"An address that events are sent to.","required":["id","object","url","event_types","enabled","previous_secret_expires_at","deleted_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]},"object":{"type":"string","const":"webhook_endpoint","description":"Always `webhook_endpoint`."},"url":{"type":"string","description":"Where events are sent.","minLength":1,"maxLength":2048,"examples":["https://loja.example/eventos"]},"event_types":{"type":"array","description":"The types of events that it is sent. An endpoint of all types is sent those that come later too.","items":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"uniqueItems":true,"maxItems":64,"examples":[["payment.succeeded","payment.reversed"]]},"enabled":{"type":"boolean","description":"Whether it is sent events.","examples":[true]},"previous_secret_expires_at":{"description":"Until when the secret before the present one signs too. Null when it does not.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"deleted_at":{"description":"When it was deleted, in the answer to that. Null otherwise.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.url === undefined) && (missing0 = "url"))) || ((data.event_types === undefined) && (missing0 = "event_types"))) || ((data.enabled === undefined) && (missing0 = "enabled"))) || ((data.previous_secret_expires_at === undefined) && (missing0 = "previous_secret_expires_at"))) || ((data.deleted_at === undefined) && (missing0 = "deleted_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate48.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern108.test(data0)){
validate48.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate48.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("webhook_endpoint" !== data1){
validate48.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "webhook_endpoint"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.url !== undefined){
let data2 = data.url;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) > 2048){
validate48.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"}];
return false;
}
else {
if(func1(data2) < 1){
validate48.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event_types !== undefined){
let data3 = data.event_types;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
if(data3.length > 64){
validate48.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(typeof data4 !== "string"){
validate48.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data4 === "payment.succeeded") || (data4 === "payment.declined")) || (data4 === "payment.reversed")) || (data4 === "refund.succeeded")) || (data4 === "refund.failed")) || (data4 === "checkout.canceled")) || (data4 === "checkout.expired"))){
validate48.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/enum",keyword:"enum",params:{allowedValues: schema59.properties.event_types.items.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data3.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data3[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate48.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.enabled !== undefined){
const _errs11 = errors;
if(typeof data.enabled !== "boolean"){
validate48.errors = [{instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.previous_secret_expires_at !== undefined){
let data6 = data.previous_secret_expires_at;
const _errs13 = errors;
const _errs14 = errors;
let valid3 = false;
let passing0 = null;
const _errs15 = errors;
if(errors === _errs15){
if(errors === _errs15){
if(typeof data6 === "string"){
if(!pattern13.test(data6)){
const err0 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data6))){
const err1 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs15 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs17 = errors;
if(data6 !== null){
const err3 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs17 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/previous_secret_expires_at",schemaPath:"#/properties/previous_secret_expires_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate48.errors = vErrors;
return false;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.deleted_at !== undefined){
let data7 = data.deleted_at;
const _errs19 = errors;
const _errs20 = errors;
let valid4 = false;
let passing1 = null;
const _errs21 = errors;
if(errors === _errs21){
if(errors === _errs21){
if(typeof data7 === "string"){
if(!pattern13.test(data7)){
const err5 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(!(formats6.validate(data7))){
const err6 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid1 = _errs21 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs23 = errors;
if(data7 !== null){
const err8 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs23 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/deleted_at",schemaPath:"#/properties/deleted_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate48.errors = vErrors;
return false;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data8 = data.created_at;
const _errs25 = errors;
if(errors === _errs25){
if(errors === _errs25){
if(typeof data8 === "string"){
if(!pattern13.test(data8)){
validate48.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data8))){
validate48.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data9 = data.updated_at;
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data9 === "string"){
if(!pattern13.test(data9)){
validate48.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data9))){
validate48.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":{"id":true,"object":true,"url":true,"event_types":true,"enabled":true,"previous_secret_expires_at":true,"deleted_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listWebhookDeliveries_200 = validate49;
const schema60 = {"type":"object","description":"A page of webhook deliveries, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The webhook deliveries of this page.","items":{"type":"object","description":"One event for one endpoint.","required":["id","object","webhook_endpoint_id","event_id","status","response_status","response_text","duration_ms","attempted_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a webhook delivery.","pattern":"^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["del_019caeb2-01f4-7b5a-8e71-c2d3e4f5a6b7"]},"object":{"type":"string","const":"webhook_delivery","description":"Always `webhook_delivery`."},"webhook_endpoint_id":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]},"event_id":{"type":"string","description":"Id of an event.","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_event_id","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]},"status":{"type":"string","description":"`pending` until it is sent, `delivered` after an answer of `2xx`, `failed` after any other or none. `unknown` while it is being sent, and for good when the process that sent it has ended.","enum":["pending","unknown","delivered","failed"],"examples":["delivered"]},"response_status":{"type":["integer","null"],"description":"Status of the answer. Null without one.","minimum":100,"maximum":999,"examples":[204]},"response_text":{"type":["string","null"],"description":"The beginning of the answer, or why there was none. Null until the outcome is known.","maxLength":4096,"examples":[""]},"duration_ms":{"type":["integer","null"],"description":"How long the request took. Null until the outcome is known.","minimum":0,"maximum":9007199254740991,"examples":[87]},"attempted_at":{"description":"When it was sent, or given up without being sent. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["del_019caeb2-01f4-7b5a-8e71-c2d3e4f5a6b7",null]}}};
const pattern123 = new RegExp("^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern125 = new RegExp("^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate49.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate49.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate49.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate49.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.webhook_endpoint_id === undefined) && (missing1 = "webhook_endpoint_id"))) || ((data2.event_id === undefined) && (missing1 = "event_id"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.response_status === undefined) && (missing1 = "response_status"))) || ((data2.response_text === undefined) && (missing1 = "response_text"))) || ((data2.duration_ms === undefined) && (missing1 = "duration_ms"))) || ((data2.attempted_at === undefined) && (missing1 = "attempted_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate49.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern123.test(data3)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("webhook_delivery" !== data4){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "webhook_delivery"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.webhook_endpoint_id !== undefined){
let data5 = data2.webhook_endpoint_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern108.test(data5)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/webhook_endpoint_id",schemaPath:"#/properties/data/items/properties/webhook_endpoint_id/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/webhook_endpoint_id",schemaPath:"#/properties/data/items/properties/webhook_endpoint_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.event_id !== undefined){
let data6 = data2.event_id;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(!pattern125.test(data6)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/event_id",schemaPath:"#/properties/data/items/properties/event_id/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/event_id",schemaPath:"#/properties/data/items/properties/event_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data7 = data2.status;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data7 === "pending") || (data7 === "unknown")) || (data7 === "delivered")) || (data7 === "failed"))){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema60.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.response_status !== undefined){
let data8 = data2.response_status;
const _errs17 = errors;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/response_status",schemaPath:"#/properties/data/items/properties/response_status/type",keyword:"type",params:{type: schema60.properties.data.items.properties.response_status.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 999 || isNaN(data8)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/response_status",schemaPath:"#/properties/data/items/properties/response_status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"}];
return false;
}
else {
if(data8 < 100 || isNaN(data8)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/response_status",schemaPath:"#/properties/data/items/properties/response_status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},message:"must be >= 100"}];
return false;
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.response_text !== undefined){
let data9 = data2.response_text;
const _errs19 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/response_text",schemaPath:"#/properties/data/items/properties/response_text/type",keyword:"type",params:{type: schema60.properties.data.items.properties.response_text.type},message:"must be string,null"}];
return false;
}
if(errors === _errs19){
if(typeof data9 === "string"){
if(func1(data9) > 4096){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/response_text",schemaPath:"#/properties/data/items/properties/response_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"}];
return false;
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.duration_ms !== undefined){
let data10 = data2.duration_ms;
const _errs21 = errors;
if((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (data10 !== null)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/duration_ms",schemaPath:"#/properties/data/items/properties/duration_ms/type",keyword:"type",params:{type: schema60.properties.data.items.properties.duration_ms.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs21){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/duration_ms",schemaPath:"#/properties/data/items/properties/duration_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/duration_ms",schemaPath:"#/properties/data/items/properties/duration_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.attempted_at !== undefined){
let data11 = data2.attempted_at;
const _errs23 = errors;
const _errs24 = errors;
let valid3 = false;
let passing0 = null;
const _errs25 = errors;
if(errors === _errs25){
if(errors === _errs25){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/attempted_at",schemaPath:"#/properties/data/items/properties/attempted_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data11))){
const err1 = {instancePath:instancePath+"/data/" + i0+"/attempted_at",schemaPath:"#/properties/data/items/properties/attempted_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/attempted_at",schemaPath:"#/properties/data/items/properties/attempted_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs25 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs27 = errors;
if(data11 !== null){
const err3 = {instancePath:instancePath+"/data/" + i0+"/attempted_at",schemaPath:"#/properties/data/items/properties/attempted_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/data/" + i0+"/attempted_at",schemaPath:"#/properties/data/items/properties/attempted_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate49.errors = vErrors;
return false;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data12 = data2.created_at;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data13 = data2.updated_at;
const _errs31 = errors;
if(errors === _errs31){
if(errors === _errs31){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate49.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs33 = errors;
if(typeof data.has_more !== "boolean"){
validate49.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data15 = data.next_cursor;
const _errs35 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate49.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema60.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate49.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const listAuditEvents_200 = validate50;
const schema61 = {"type":"object","description":"A page of audit events, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The audit events of this page.","items":{"type":"object","description":"A change in the account.","required":["id","object","sequence","actor","action","target","changes","previous_hash","hash","created_at"],"properties":{"id":{"type":"string","description":"Id of the audit event.","pattern":"^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["audit_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9"]},"object":{"type":"string","const":"audit_event","description":"Always `audit_event`."},"sequence":{"type":"integer","description":"Its number in the account, counted from 1 without a gap.","minimum":1,"maximum":9007199254740991,"examples":[3]},"actor":{"type":"object","description":"By whom or what it was changed.","required":["type","id","name"],"properties":{"type":{"type":"string","description":"A `user` of the dashboard, an `api_client`, the `operator` at the service's command line, or the `system`, which is the service itself: refunds that it orders, those of a bank by itself, and what becomes of any.","enum":["user","api_client","operator","system"],"examples":["api_client"]},"id":{"type":["string","null"],"description":"Id of the user or the API client. Null for the others.","maxLength":64,"examples":["client_019caea0-7f3c-7e21-a5d4-3b2c1d0e9f8a"]},"name":{"type":["string","null"],"description":"The name of the API client, the e-mail address of the user, or the operator's name on the machine, as it was then. Null for the system.","maxLength":320,"examples":["ERP"]}}},"action":{"type":"string","description":"What was done: `api_client.created`, `.updated`, `.secret_rotated`, `.revoked`; `webhook_endpoint.created`, `.updated`, `.deleted`, `.secret_rotated`; `product.created`, `.updated`, `.archived`; `offer.created`, `.updated`, `.archived`; `customer.updated`, `.activated`, `.deactivated`, `.erased`; `checkout.canceled`; `refund.requested`, `.recorded` (of a bank by itself), `.updated`; `bank.connected`, `.renewed`, `.disconnected`; `seller.created`, `.suspended`, `.activated`; `user.invited`, `.joined`, `.updated`, `.removed`, `.sessions_ended`, `.passkey_added`, `.passkey_deleted`. More may come.","maxLength":64,"pattern":"^[a-z_]+\\.[a-z_]+$","examples":["offer.updated"]},"target":{"type":"object","description":"What was changed.","required":["type","id"],"properties":{"type":{"type":"string","description":"The kind of object, the first part of `action`.","maxLength":64,"examples":["offer"]},"id":{"type":"string","description":"Id of the object.","maxLength":64,"examples":["offer_019caea2-9f3a-7f11-b2ab-d17e3f1d6c53"]}}},"changes":{"type":"array","description":"The fields that were changed, or given at creation. Empty when the action says it all.","items":{"type":"object","description":"A field that was changed. `before` and `after` are there for a few harmless fields only, such as a name or a price, and never for the data of a customer.","required":["field"],"properties":{"field":{"type":"string","description":"Name of the field.","maxLength":64,"examples":["active"]},"before":{"description":"Its value before. Null when the object was just made.","examples":[true]},"after":{"description":"Its value afterwards.","examples":[false]}}},"maxItems":64},"previous_hash":{"type":"string","description":"A SHA-256 hash in hexadecimal.","pattern":"^[0-9a-f]{64}$","examples":["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"]},"hash":{"type":"string","description":"A SHA-256 hash in hexadecimal.","pattern":"^[0-9a-f]{64}$","examples":["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["audit_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9",null]}}};
const pattern129 = new RegExp("^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern130 = new RegExp("^[a-z_]+\\.[a-z_]+$", "u");

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate50.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate50.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate50.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate50.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate50.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.sequence === undefined) && (missing1 = "sequence"))) || ((data2.actor === undefined) && (missing1 = "actor"))) || ((data2.action === undefined) && (missing1 = "action"))) || ((data2.target === undefined) && (missing1 = "target"))) || ((data2.changes === undefined) && (missing1 = "changes"))) || ((data2.previous_hash === undefined) && (missing1 = "previous_hash"))) || ((data2.hash === undefined) && (missing1 = "hash"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern129.test(data3)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("audit_event" !== data4){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "audit_event"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.sequence !== undefined){
let data5 = data2.sequence;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/sequence",schemaPath:"#/properties/data/items/properties/sequence/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/sequence",schemaPath:"#/properties/data/items/properties/sequence/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data5 < 1 || isNaN(data5)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/sequence",schemaPath:"#/properties/data/items/properties/sequence/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.actor !== undefined){
let data6 = data2.actor;
const _errs13 = errors;
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((data6.type === undefined) && (missing2 = "type")) || ((data6.id === undefined) && (missing2 = "id"))) || ((data6.name === undefined) && (missing2 = "name"))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor",schemaPath:"#/properties/data/items/properties/actor/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data6.type !== undefined){
let data7 = data6.type;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/type",schemaPath:"#/properties/data/items/properties/actor/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data7 === "user") || (data7 === "api_client")) || (data7 === "operator")) || (data7 === "system"))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/type",schemaPath:"#/properties/data/items/properties/actor/properties/type/enum",keyword:"enum",params:{allowedValues: schema61.properties.data.items.properties.actor.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.id !== undefined){
let data8 = data6.id;
const _errs17 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/id",schemaPath:"#/properties/data/items/properties/actor/properties/id/type",keyword:"type",params:{type: schema61.properties.data.items.properties.actor.properties.id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/id",schemaPath:"#/properties/data/items/properties/actor/properties/id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.name !== undefined){
let data9 = data6.name;
const _errs19 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/name",schemaPath:"#/properties/data/items/properties/actor/properties/name/type",keyword:"type",params:{type: schema61.properties.data.items.properties.actor.properties.name.type},message:"must be string,null"}];
return false;
}
if(errors === _errs19){
if(typeof data9 === "string"){
if(func1(data9) > 320){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor/name",schemaPath:"#/properties/data/items/properties/actor/properties/name/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"}];
return false;
}
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/actor",schemaPath:"#/properties/data/items/properties/actor/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.action !== undefined){
let data10 = data2.action;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data10 === "string"){
if(func1(data10) > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/action",schemaPath:"#/properties/data/items/properties/action/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
else {
if(!pattern130.test(data10)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/action",schemaPath:"#/properties/data/items/properties/action/pattern",keyword:"pattern",params:{pattern: "^[a-z_]+\\.[a-z_]+$"},message:"must match pattern \""+"^[a-z_]+\\.[a-z_]+$"+"\""}];
return false;
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/action",schemaPath:"#/properties/data/items/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.target !== undefined){
let data11 = data2.target;
const _errs23 = errors;
if(errors === _errs23){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if(((data11.type === undefined) && (missing3 = "type")) || ((data11.id === undefined) && (missing3 = "id"))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target",schemaPath:"#/properties/data/items/properties/target/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data11.type !== undefined){
let data12 = data11.type;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data12 === "string"){
if(func1(data12) > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target/type",schemaPath:"#/properties/data/items/properties/target/properties/type/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target/type",schemaPath:"#/properties/data/items/properties/target/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.id !== undefined){
let data13 = data11.id;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data13 === "string"){
if(func1(data13) > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target/id",schemaPath:"#/properties/data/items/properties/target/properties/id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target/id",schemaPath:"#/properties/data/items/properties/target/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/target",schemaPath:"#/properties/data/items/properties/target/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.changes !== undefined){
let data14 = data2.changes;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data14)){
if(data14.length > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes",schemaPath:"#/properties/data/items/properties/changes/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid5 = true;
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
let data15 = data14[i1];
const _errs31 = errors;
if(errors === _errs31){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing4;
if((data15.field === undefined) && (missing4 = "field")){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes/" + i1,schemaPath:"#/properties/data/items/properties/changes/items/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data15.field !== undefined){
let data16 = data15.field;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data16 === "string"){
if(func1(data16) > 64){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes/" + i1+"/field",schemaPath:"#/properties/data/items/properties/changes/items/properties/field/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes/" + i1+"/field",schemaPath:"#/properties/data/items/properties/changes/items/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes/" + i1,schemaPath:"#/properties/data/items/properties/changes/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs31 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/changes",schemaPath:"#/properties/data/items/properties/changes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.previous_hash !== undefined){
let data17 = data2.previous_hash;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data17 === "string"){
if(!pattern12.test(data17)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/previous_hash",schemaPath:"#/properties/data/items/properties/previous_hash/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/previous_hash",schemaPath:"#/properties/data/items/properties/previous_hash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.hash !== undefined){
let data18 = data2.hash;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data18 === "string"){
if(!pattern12.test(data18)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/hash",schemaPath:"#/properties/data/items/properties/hash/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""}];
return false;
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/hash",schemaPath:"#/properties/data/items/properties/hash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs37 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data19 = data2.created_at;
const _errs39 = errors;
if(errors === _errs39){
if(errors === _errs39){
if(typeof data19 === "string"){
if(!pattern13.test(data19)){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data19))){
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs41 = errors;
if(typeof data.has_more !== "boolean"){
validate50.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data21 = data.next_cursor;
const _errs43 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate50.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema61.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate50.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const listEvents_200 = validate51;
const schema62 = {"type":"object","description":"A page of events, newest first.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The events of this page.","items":{"type":"object","description":"Something that happened, announced to the endpoints of the account.","required":["id","object","type","data","created_at"],"properties":{"id":{"type":"string","description":"Id of an event.","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_event_id","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]},"object":{"type":"string","const":"event","description":"Always `event`."},"type":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"data":{"oneOf":[{"type":"object","description":"A hosted payment session for one offer.","required":["id","object","customer_id","external_id","mode","status","currency","amount_total_minor","amount_refunded_minor","payment_id","checkout_url","success_url","cancel_url","metadata","line_items","expires_at","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"object":{"type":"string","const":"checkout","description":"Always `checkout`."},"customer_id":{"description":"The customer, if one was named.","oneOf":[{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},{"type":"null"}]},"external_id":{"type":["string","null"],"description":"Your reference, unique in the account.","minLength":1,"maxLength":255,"examples":["pedido-1042"]},"mode":{"type":"string","const":"payment","description":"Always `payment`."},"status":{"type":"string","description":"`open` until it is paid, canceled, or 24 hours old. The other three are final.","enum":["open","completed","expired","canceled"],"examples":["open"]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"amount_total_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"payment_id":{"description":"The payment that completed it. Null until then.","oneOf":[{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},{"type":"null"}]},"checkout_url":{"type":"string","description":"The payment page: redirect the buyer there. Anyone who has it can see and pay the session.","format":"uri","examples":["http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment.","format":"iri","maxLength":2048,"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":["string","null"],"description":"Where the buyer goes to abandon the purchase.","format":"iri","maxLength":2048,"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"line_items":{"type":"array","description":"What is sold: one item.","items":{"type":"object","description":"An item of a checkout, as product and offer were when the session was opened.","required":["id","object","product_id","offer_id","name","description","offer_name","quantity","currency","unit_amount_minor","total_amount_minor","type","billing_interval","interval_count","metadata"],"properties":{"id":{"type":"string","description":"Id of a line item.","pattern":"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["item_019caeab-92a3-718e-a4f7-0ac29ab01d68"]},"object":{"type":"string","const":"checkout_line_item","description":"Always `checkout_line_item`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"name":{"type":"string","description":"Name of the product.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description of the product. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"offer_name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"quantity":{"type":"integer","description":"How many. Always 1 today.","minimum":1,"examples":[1]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"total_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"type":{"type":"string","description":"Type of the offer. Only `one_time` offers can be in a checkout today.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}},"minItems":1,"maxItems":1},"expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"completed_at":{"description":"When it was paid. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},{"type":"object","description":"Money of a payment that goes back to the buyer (a *devolução*).","required":["id","object","payment_id","checkout_id","amount_minor","currency","status","origin","reason","external_id","metadata","failure_reason","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a refund.","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_refund_id","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]},"object":{"type":"string","const":"refund","description":"Always `refund`."},"payment_id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"status":{"type":"string","description":"`pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).","enum":["pending","succeeded","failed"],"examples":["succeeded"]},"origin":{"type":"string","description":"Who ordered it: `seller` by this API; `bank` by itself, after a report of fraud, or at its own screen; `automatic` by the service, because the payment settled nothing.","enum":["seller","bank","automatic"],"examples":["seller"]},"reason":{"type":["string","null"],"description":"Your reason, as sent.","minLength":1,"maxLength":140,"examples":["Uma caneca chegou quebrada"]},"external_id":{"type":["string","null"],"description":"Your reference, unique among the refunds of the account.","minLength":1,"maxLength":255,"examples":["devolucao-1042"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"failure_reason":{"type":["string","null"],"description":"Why it is `failed`, in the bank's words when it gave any; else null.","minLength":1,"maxLength":255,"examples":["Saldo insuficiente",null]},"completed_at":{"description":"When it succeeded. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}}],"description":"What it happened to, as it was at that moment and as it was sent to the endpoints."},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a",null]}}};
const pattern145 = new RegExp("^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate51.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate51.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate51.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate51.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.type === undefined) && (missing1 = "type"))) || ((data2.data === undefined) && (missing1 = "data"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))){
validate51.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern125.test(data3)){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("event" !== data4){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "event"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.type !== undefined){
let data5 = data2.type;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/type",schemaPath:"#/properties/data/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data5 === "payment.succeeded") || (data5 === "payment.declined")) || (data5 === "payment.reversed")) || (data5 === "refund.succeeded")) || (data5 === "refund.failed")) || (data5 === "checkout.canceled")) || (data5 === "checkout.expired"))){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/type",schemaPath:"#/properties/data/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.data !== undefined){
let data6 = data2.data;
const _errs13 = errors;
const _errs14 = errors;
let valid3 = false;
let passing0 = null;
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((((((((((((((((((data6.id === undefined) && (missing2 = "id")) || ((data6.object === undefined) && (missing2 = "object"))) || ((data6.customer_id === undefined) && (missing2 = "customer_id"))) || ((data6.external_id === undefined) && (missing2 = "external_id"))) || ((data6.mode === undefined) && (missing2 = "mode"))) || ((data6.status === undefined) && (missing2 = "status"))) || ((data6.currency === undefined) && (missing2 = "currency"))) || ((data6.amount_total_minor === undefined) && (missing2 = "amount_total_minor"))) || ((data6.amount_refunded_minor === undefined) && (missing2 = "amount_refunded_minor"))) || ((data6.payment_id === undefined) && (missing2 = "payment_id"))) || ((data6.checkout_url === undefined) && (missing2 = "checkout_url"))) || ((data6.success_url === undefined) && (missing2 = "success_url"))) || ((data6.cancel_url === undefined) && (missing2 = "cancel_url"))) || ((data6.metadata === undefined) && (missing2 = "metadata"))) || ((data6.line_items === undefined) && (missing2 = "line_items"))) || ((data6.expires_at === undefined) && (missing2 = "expires_at"))) || ((data6.completed_at === undefined) && (missing2 = "completed_at"))) || ((data6.created_at === undefined) && (missing2 = "created_at"))) || ((data6.updated_at === undefined) && (missing2 = "updated_at"))){
const err0 = {instancePath:instancePath+"/data/" + i0+"/data",schemaPath:"#/properties/data/items/properties/data/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data6.id !== undefined){
let data7 = data6.id;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(!pattern49.test(data7)){
const err1 = {instancePath:instancePath+"/data/" + i0+"/data/id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/data/id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.object !== undefined){
let data8 = data6.object;
const _errs19 = errors;
if(typeof data8 !== "string"){
const err3 = {instancePath:instancePath+"/data/" + i0+"/data/object",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("checkout" !== data8){
const err4 = {instancePath:instancePath+"/data/" + i0+"/data/object",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/object/const",keyword:"const",params:{allowedValue: "checkout"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.customer_id !== undefined){
let data9 = data6.customer_id;
const _errs21 = errors;
const _errs22 = errors;
let valid5 = false;
let passing1 = null;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data9 === "string"){
if(!pattern17.test(data9)){
const err5 = {instancePath:instancePath+"/data/" + i0+"/data/customer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/customer_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/data/" + i0+"/data/customer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/customer_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid1 = _errs23 === errors;
if(_valid1){
valid5 = true;
passing1 = 0;
}
const _errs25 = errors;
if(data9 !== null){
const err7 = {instancePath:instancePath+"/data/" + i0+"/data/customer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/customer_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid1 = _errs25 === errors;
if(_valid1 && valid5){
valid5 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid5 = true;
passing1 = 1;
}
}
if(!valid5){
const err8 = {instancePath:instancePath+"/data/" + i0+"/data/customer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/customer_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.external_id !== undefined){
let data10 = data6.external_id;
const _errs27 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
const err9 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/external_id/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[0].properties.external_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs27){
if(typeof data10 === "string"){
if(func1(data10) > 255){
const err10 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(func1(data10) < 1){
const err11 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.mode !== undefined){
let data11 = data6.mode;
const _errs29 = errors;
if(typeof data11 !== "string"){
const err12 = {instancePath:instancePath+"/data/" + i0+"/data/mode",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if("payment" !== data11){
const err13 = {instancePath:instancePath+"/data/" + i0+"/data/mode",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/mode/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.status !== undefined){
let data12 = data6.status;
const _errs31 = errors;
if(typeof data12 !== "string"){
const err14 = {instancePath:instancePath+"/data/" + i0+"/data/status",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!((((data12 === "open") || (data12 === "completed")) || (data12 === "expired")) || (data12 === "canceled"))){
const err15 = {instancePath:instancePath+"/data/" + i0+"/data/status",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/status/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[0].properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.currency !== undefined){
let data13 = data6.currency;
const _errs33 = errors;
if(typeof data13 !== "string"){
const err16 = {instancePath:instancePath+"/data/" + i0+"/data/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data13 === "AED") || (data13 === "AFN")) || (data13 === "ALL")) || (data13 === "AMD")) || (data13 === "AOA")) || (data13 === "ARS")) || (data13 === "AUD")) || (data13 === "AWG")) || (data13 === "AZN")) || (data13 === "BAM")) || (data13 === "BBD")) || (data13 === "BDT")) || (data13 === "BHD")) || (data13 === "BIF")) || (data13 === "BMD")) || (data13 === "BND")) || (data13 === "BOB")) || (data13 === "BRL")) || (data13 === "BSD")) || (data13 === "BTN")) || (data13 === "BWP")) || (data13 === "BYN")) || (data13 === "BZD")) || (data13 === "CAD")) || (data13 === "CDF")) || (data13 === "CHF")) || (data13 === "CLP")) || (data13 === "CNY")) || (data13 === "COP")) || (data13 === "CRC")) || (data13 === "CUP")) || (data13 === "CVE")) || (data13 === "CZK")) || (data13 === "DJF")) || (data13 === "DKK")) || (data13 === "DOP")) || (data13 === "DZD")) || (data13 === "EGP")) || (data13 === "ERN")) || (data13 === "ETB")) || (data13 === "EUR")) || (data13 === "FJD")) || (data13 === "FKP")) || (data13 === "GBP")) || (data13 === "GEL")) || (data13 === "GHS")) || (data13 === "GIP")) || (data13 === "GMD")) || (data13 === "GNF")) || (data13 === "GTQ")) || (data13 === "GYD")) || (data13 === "HKD")) || (data13 === "HNL")) || (data13 === "HTG")) || (data13 === "HUF")) || (data13 === "IDR")) || (data13 === "ILS")) || (data13 === "INR")) || (data13 === "IQD")) || (data13 === "IRR")) || (data13 === "ISK")) || (data13 === "JMD")) || (data13 === "JOD")) || (data13 === "JPY")) || (data13 === "KES")) || (data13 === "KGS")) || (data13 === "KHR")) || (data13 === "KMF")) || (data13 === "KPW")) || (data13 === "KRW")) || (data13 === "KWD")) || (data13 === "KYD")) || (data13 === "KZT")) || (data13 === "LAK")) || (data13 === "LBP")) || (data13 === "LKR")) || (data13 === "LRD")) || (data13 === "LSL")) || (data13 === "LYD")) || (data13 === "MAD")) || (data13 === "MDL")) || (data13 === "MGA")) || (data13 === "MKD")) || (data13 === "MMK")) || (data13 === "MNT")) || (data13 === "MOP")) || (data13 === "MRU")) || (data13 === "MUR")) || (data13 === "MVR")) || (data13 === "MWK")) || (data13 === "MXN")) || (data13 === "MYR")) || (data13 === "MZN")) || (data13 === "NAD")) || (data13 === "NGN")) || (data13 === "NIO")) || (data13 === "NOK")) || (data13 === "NPR")) || (data13 === "NZD")) || (data13 === "OMR")) || (data13 === "PAB")) || (data13 === "PEN")) || (data13 === "PGK")) || (data13 === "PHP")) || (data13 === "PKR")) || (data13 === "PLN")) || (data13 === "PYG")) || (data13 === "QAR")) || (data13 === "RON")) || (data13 === "RSD")) || (data13 === "RUB")) || (data13 === "RWF")) || (data13 === "SAR")) || (data13 === "SBD")) || (data13 === "SCR")) || (data13 === "SDG")) || (data13 === "SEK")) || (data13 === "SGD")) || (data13 === "SHP")) || (data13 === "SLE")) || (data13 === "SOS")) || (data13 === "SRD")) || (data13 === "SSP")) || (data13 === "STN")) || (data13 === "SVC")) || (data13 === "SYP")) || (data13 === "SZL")) || (data13 === "THB")) || (data13 === "TJS")) || (data13 === "TMT")) || (data13 === "TND")) || (data13 === "TOP")) || (data13 === "TRY")) || (data13 === "TTD")) || (data13 === "TWD")) || (data13 === "TZS")) || (data13 === "UAH")) || (data13 === "UGX")) || (data13 === "USD")) || (data13 === "UYU")) || (data13 === "UYW")) || (data13 === "UZS")) || (data13 === "VED")) || (data13 === "VES")) || (data13 === "VND")) || (data13 === "VUV")) || (data13 === "WST")) || (data13 === "XAD")) || (data13 === "XAF")) || (data13 === "XCD")) || (data13 === "XCG")) || (data13 === "XOF")) || (data13 === "XPF")) || (data13 === "YER")) || (data13 === "ZAR")) || (data13 === "ZMW")) || (data13 === "ZWG"))){
const err17 = {instancePath:instancePath+"/data/" + i0+"/data/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/currency/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[0].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.amount_total_minor !== undefined){
let data14 = data6.amount_total_minor;
const _errs35 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err18 = {instancePath:instancePath+"/data/" + i0+"/data/amount_total_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_total_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(errors === _errs35){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 99999999999 || isNaN(data14)){
const err19 = {instancePath:instancePath+"/data/" + i0+"/data/amount_total_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_total_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(data14 < 1 || isNaN(data14)){
const err20 = {instancePath:instancePath+"/data/" + i0+"/data/amount_total_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_total_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
if(!(formats26.validate(data14))){
const err21 = {instancePath:instancePath+"/data/" + i0+"/data/amount_total_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_total_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
}
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.amount_refunded_minor !== undefined){
let data15 = data6.amount_refunded_minor;
const _errs37 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err22 = {instancePath:instancePath+"/data/" + i0+"/data/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(errors === _errs37){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 99999999999 || isNaN(data15)){
const err23 = {instancePath:instancePath+"/data/" + i0+"/data/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
if(data15 < 0 || isNaN(data15)){
const err24 = {instancePath:instancePath+"/data/" + i0+"/data/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
if(!(formats26.validate(data15))){
const err25 = {instancePath:instancePath+"/data/" + i0+"/data/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.payment_id !== undefined){
let data16 = data6.payment_id;
const _errs39 = errors;
const _errs40 = errors;
let valid6 = false;
let passing2 = null;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data16 === "string"){
if(!pattern51.test(data16)){
const err26 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/payment_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/payment_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid2 = _errs41 === errors;
if(_valid2){
valid6 = true;
passing2 = 0;
}
const _errs43 = errors;
if(data16 !== null){
const err28 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/payment_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid2 = _errs43 === errors;
if(_valid2 && valid6){
valid6 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid6 = true;
passing2 = 1;
}
}
if(!valid6){
const err29 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/payment_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.checkout_url !== undefined){
let data17 = data6.checkout_url;
const _errs45 = errors;
if(errors === _errs45){
if(errors === _errs45){
if(typeof data17 === "string"){
if(!(formats0(data17))){
const err30 = {instancePath:instancePath+"/data/" + i0+"/data/checkout_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/checkout_url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/data/" + i0+"/data/checkout_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/checkout_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
var valid4 = _errs45 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.success_url !== undefined){
let data18 = data6.success_url;
const _errs47 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
const err32 = {instancePath:instancePath+"/data/" + i0+"/data/success_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/success_url/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[0].properties.success_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(errors === _errs47){
if(errors === _errs47){
if(typeof data18 === "string"){
if(func1(data18) > 2048){
const err33 = {instancePath:instancePath+"/data/" + i0+"/data/success_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
if(!(formats72(data18))){
const err34 = {instancePath:instancePath+"/data/" + i0+"/data/success_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
}
}
var valid4 = _errs47 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.cancel_url !== undefined){
let data19 = data6.cancel_url;
const _errs49 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
const err35 = {instancePath:instancePath+"/data/" + i0+"/data/cancel_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/cancel_url/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[0].properties.cancel_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(errors === _errs49){
if(errors === _errs49){
if(typeof data19 === "string"){
if(func1(data19) > 2048){
const err36 = {instancePath:instancePath+"/data/" + i0+"/data/cancel_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
if(!(formats72(data19))){
const err37 = {instancePath:instancePath+"/data/" + i0+"/data/cancel_url",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
}
}
var valid4 = _errs49 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.metadata !== undefined){
let data20 = data6.metadata;
const _errs51 = errors;
if(errors === _errs51){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(!(keyword0(data20, 16384, data6))){
const err38 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
if(!(keyword1(data20, 8, data6))){
const err39 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var valid4 = _errs51 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.line_items !== undefined){
let data21 = data6.line_items;
const _errs54 = errors;
if(errors === _errs54){
if(Array.isArray(data21)){
if(data21.length > 1){
const err41 = {instancePath:instancePath+"/data/" + i0+"/data/line_items",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
if(data21.length < 1){
const err42 = {instancePath:instancePath+"/data/" + i0+"/data/line_items",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
var valid7 = true;
const len1 = data21.length;
for(let i1=0; i1<len1; i1++){
let data22 = data21[i1];
const _errs56 = errors;
if(errors === _errs56){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing3;
if((((((((((((((((data22.id === undefined) && (missing3 = "id")) || ((data22.object === undefined) && (missing3 = "object"))) || ((data22.product_id === undefined) && (missing3 = "product_id"))) || ((data22.offer_id === undefined) && (missing3 = "offer_id"))) || ((data22.name === undefined) && (missing3 = "name"))) || ((data22.description === undefined) && (missing3 = "description"))) || ((data22.offer_name === undefined) && (missing3 = "offer_name"))) || ((data22.quantity === undefined) && (missing3 = "quantity"))) || ((data22.currency === undefined) && (missing3 = "currency"))) || ((data22.unit_amount_minor === undefined) && (missing3 = "unit_amount_minor"))) || ((data22.total_amount_minor === undefined) && (missing3 = "total_amount_minor"))) || ((data22.type === undefined) && (missing3 = "type"))) || ((data22.billing_interval === undefined) && (missing3 = "billing_interval"))) || ((data22.interval_count === undefined) && (missing3 = "interval_count"))) || ((data22.metadata === undefined) && (missing3 = "metadata"))){
const err43 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1,schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
if(data22.id !== undefined){
let data23 = data22.id;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data23 === "string"){
if(!pattern52.test(data23)){
const err44 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
var valid8 = _errs58 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.object !== undefined){
let data24 = data22.object;
const _errs60 = errors;
if(typeof data24 !== "string"){
const err46 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/object",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if("checkout_line_item" !== data24){
const err47 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/object",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/object/const",keyword:"const",params:{allowedValue: "checkout_line_item"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var valid8 = _errs60 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.product_id !== undefined){
let data25 = data22.product_id;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data25 === "string"){
if(!pattern23.test(data25)){
const err48 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/product_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/product_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
var valid8 = _errs62 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.offer_id !== undefined){
let data26 = data22.offer_id;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data26 === "string"){
if(!pattern24.test(data26)){
const err50 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/offer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/offer_id",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid8 = _errs64 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.name !== undefined){
let data27 = data22.name;
const _errs66 = errors;
if(errors === _errs66){
if(typeof data27 === "string"){
if(func1(data27) > 160){
const err52 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(func1(data27) < 1){
const err53 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
var valid8 = _errs66 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.description !== undefined){
let data28 = data22.description;
const _errs68 = errors;
if(errors === _errs68){
if(typeof data28 === "string"){
if(func1(data28) > 2000){
const err55 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/description",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/description",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var valid8 = _errs68 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.offer_name !== undefined){
let data29 = data22.offer_name;
const _errs70 = errors;
if(errors === _errs70){
if(typeof data29 === "string"){
if(func1(data29) > 160){
const err57 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
else {
if(func1(data29) < 1){
const err58 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/offer_name",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
var valid8 = _errs70 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.quantity !== undefined){
let data30 = data22.quantity;
const _errs72 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err60 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/quantity",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(errors === _errs72){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 1 || isNaN(data30)){
const err61 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/quantity",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
var valid8 = _errs72 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.currency !== undefined){
let data31 = data22.currency;
const _errs74 = errors;
if(typeof data31 !== "string"){
const err62 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data31 === "AED") || (data31 === "AFN")) || (data31 === "ALL")) || (data31 === "AMD")) || (data31 === "AOA")) || (data31 === "ARS")) || (data31 === "AUD")) || (data31 === "AWG")) || (data31 === "AZN")) || (data31 === "BAM")) || (data31 === "BBD")) || (data31 === "BDT")) || (data31 === "BHD")) || (data31 === "BIF")) || (data31 === "BMD")) || (data31 === "BND")) || (data31 === "BOB")) || (data31 === "BRL")) || (data31 === "BSD")) || (data31 === "BTN")) || (data31 === "BWP")) || (data31 === "BYN")) || (data31 === "BZD")) || (data31 === "CAD")) || (data31 === "CDF")) || (data31 === "CHF")) || (data31 === "CLP")) || (data31 === "CNY")) || (data31 === "COP")) || (data31 === "CRC")) || (data31 === "CUP")) || (data31 === "CVE")) || (data31 === "CZK")) || (data31 === "DJF")) || (data31 === "DKK")) || (data31 === "DOP")) || (data31 === "DZD")) || (data31 === "EGP")) || (data31 === "ERN")) || (data31 === "ETB")) || (data31 === "EUR")) || (data31 === "FJD")) || (data31 === "FKP")) || (data31 === "GBP")) || (data31 === "GEL")) || (data31 === "GHS")) || (data31 === "GIP")) || (data31 === "GMD")) || (data31 === "GNF")) || (data31 === "GTQ")) || (data31 === "GYD")) || (data31 === "HKD")) || (data31 === "HNL")) || (data31 === "HTG")) || (data31 === "HUF")) || (data31 === "IDR")) || (data31 === "ILS")) || (data31 === "INR")) || (data31 === "IQD")) || (data31 === "IRR")) || (data31 === "ISK")) || (data31 === "JMD")) || (data31 === "JOD")) || (data31 === "JPY")) || (data31 === "KES")) || (data31 === "KGS")) || (data31 === "KHR")) || (data31 === "KMF")) || (data31 === "KPW")) || (data31 === "KRW")) || (data31 === "KWD")) || (data31 === "KYD")) || (data31 === "KZT")) || (data31 === "LAK")) || (data31 === "LBP")) || (data31 === "LKR")) || (data31 === "LRD")) || (data31 === "LSL")) || (data31 === "LYD")) || (data31 === "MAD")) || (data31 === "MDL")) || (data31 === "MGA")) || (data31 === "MKD")) || (data31 === "MMK")) || (data31 === "MNT")) || (data31 === "MOP")) || (data31 === "MRU")) || (data31 === "MUR")) || (data31 === "MVR")) || (data31 === "MWK")) || (data31 === "MXN")) || (data31 === "MYR")) || (data31 === "MZN")) || (data31 === "NAD")) || (data31 === "NGN")) || (data31 === "NIO")) || (data31 === "NOK")) || (data31 === "NPR")) || (data31 === "NZD")) || (data31 === "OMR")) || (data31 === "PAB")) || (data31 === "PEN")) || (data31 === "PGK")) || (data31 === "PHP")) || (data31 === "PKR")) || (data31 === "PLN")) || (data31 === "PYG")) || (data31 === "QAR")) || (data31 === "RON")) || (data31 === "RSD")) || (data31 === "RUB")) || (data31 === "RWF")) || (data31 === "SAR")) || (data31 === "SBD")) || (data31 === "SCR")) || (data31 === "SDG")) || (data31 === "SEK")) || (data31 === "SGD")) || (data31 === "SHP")) || (data31 === "SLE")) || (data31 === "SOS")) || (data31 === "SRD")) || (data31 === "SSP")) || (data31 === "STN")) || (data31 === "SVC")) || (data31 === "SYP")) || (data31 === "SZL")) || (data31 === "THB")) || (data31 === "TJS")) || (data31 === "TMT")) || (data31 === "TND")) || (data31 === "TOP")) || (data31 === "TRY")) || (data31 === "TTD")) || (data31 === "TWD")) || (data31 === "TZS")) || (data31 === "UAH")) || (data31 === "UGX")) || (data31 === "USD")) || (data31 === "UYU")) || (data31 === "UYW")) || (data31 === "UZS")) || (data31 === "VED")) || (data31 === "VES")) || (data31 === "VND")) || (data31 === "VUV")) || (data31 === "WST")) || (data31 === "XAD")) || (data31 === "XAF")) || (data31 === "XCD")) || (data31 === "XCG")) || (data31 === "XOF")) || (data31 === "XPF")) || (data31 === "YER")) || (data31 === "ZAR")) || (data31 === "ZMW")) || (data31 === "ZWG"))){
const err63 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[0].properties.line_items.items.properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
var valid8 = _errs74 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.unit_amount_minor !== undefined){
let data32 = data22.unit_amount_minor;
const _errs76 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err64 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(errors === _errs76){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 99999999999 || isNaN(data32)){
const err65 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
else {
if(data32 < 1 || isNaN(data32)){
const err66 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
else {
if(!(formats26.validate(data32))){
const err67 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/unit_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
}
}
var valid8 = _errs76 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.total_amount_minor !== undefined){
let data33 = data22.total_amount_minor;
const _errs78 = errors;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err68 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(errors === _errs78){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 99999999999 || isNaN(data33)){
const err69 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
else {
if(data33 < 1 || isNaN(data33)){
const err70 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
else {
if(!(formats26.validate(data33))){
const err71 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/total_amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
}
}
var valid8 = _errs78 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.type !== undefined){
let data34 = data22.type;
const _errs80 = errors;
if(typeof data34 !== "string"){
const err72 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/type",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(!((data34 === "one_time") || (data34 === "recurring"))){
const err73 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/type",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[0].properties.line_items.items.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var valid8 = _errs80 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.billing_interval !== undefined){
let data35 = data22.billing_interval;
const _errs82 = errors;
if((typeof data35 !== "string") && (data35 !== null)){
const err74 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/billing_interval",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/billing_interval/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[0].properties.line_items.items.properties.billing_interval.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(!(((((data35 === "day") || (data35 === "week")) || (data35 === "month")) || (data35 === "year")) || (data35 === null))){
const err75 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/billing_interval",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[0].properties.line_items.items.properties.billing_interval.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
var valid8 = _errs82 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.interval_count !== undefined){
let data36 = data22.interval_count;
const _errs84 = errors;
if((!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))) && (data36 !== null)){
const err76 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[0].properties.line_items.items.properties.interval_count.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(errors === _errs84){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 999 || isNaN(data36)){
const err77 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
else {
if(data36 < 1 || isNaN(data36)){
const err78 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/interval_count",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
}
var valid8 = _errs84 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data22.metadata !== undefined){
let data37 = data22.metadata;
const _errs86 = errors;
if(errors === _errs86){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(!(keyword0(data37, 16384, data22))){
const err79 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
else {
if(!(keyword1(data37, 8, data22))){
const err80 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1+"/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
var valid8 = _errs86 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err82 = {instancePath:instancePath+"/data/" + i0+"/data/line_items/" + i1,schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
var valid7 = _errs56 === errors;
if(!valid7){
break;
}
}
}
}
}
else {
const err83 = {instancePath:instancePath+"/data/" + i0+"/data/line_items",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/line_items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
var valid4 = _errs54 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.expires_at !== undefined){
let data38 = data6.expires_at;
const _errs89 = errors;
if(errors === _errs89){
if(errors === _errs89){
if(typeof data38 === "string"){
if(!pattern13.test(data38)){
const err84 = {instancePath:instancePath+"/data/" + i0+"/data/expires_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
else {
if(!(formats6.validate(data38))){
const err85 = {instancePath:instancePath+"/data/" + i0+"/data/expires_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
else {
const err86 = {instancePath:instancePath+"/data/" + i0+"/data/expires_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
var valid4 = _errs89 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.completed_at !== undefined){
let data39 = data6.completed_at;
const _errs91 = errors;
const _errs92 = errors;
let valid9 = false;
let passing3 = null;
const _errs93 = errors;
if(errors === _errs93){
if(errors === _errs93){
if(typeof data39 === "string"){
if(!pattern13.test(data39)){
const err87 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
else {
if(!(formats6.validate(data39))){
const err88 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
}
else {
const err89 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
var _valid3 = _errs93 === errors;
if(_valid3){
valid9 = true;
passing3 = 0;
}
const _errs95 = errors;
if(data39 !== null){
const err90 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
var _valid3 = _errs95 === errors;
if(_valid3 && valid9){
valid9 = false;
passing3 = [passing3, 1];
}
else {
if(_valid3){
valid9 = true;
passing3 = 1;
}
}
if(!valid9){
const err91 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing3},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
else {
errors = _errs92;
if(vErrors !== null){
if(_errs92){
vErrors.length = _errs92;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs91 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.created_at !== undefined){
let data40 = data6.created_at;
const _errs97 = errors;
if(errors === _errs97){
if(errors === _errs97){
if(typeof data40 === "string"){
if(!pattern13.test(data40)){
const err92 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
else {
if(!(formats6.validate(data40))){
const err93 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
var valid4 = _errs97 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.updated_at !== undefined){
let data41 = data6.updated_at;
const _errs99 = errors;
if(errors === _errs99){
if(errors === _errs99){
if(typeof data41 === "string"){
if(!pattern13.test(data41)){
const err95 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
else {
if(!(formats6.validate(data41))){
const err96 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
else {
const err97 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/0/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
var valid4 = _errs99 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err98 = {instancePath:instancePath+"/data/" + i0+"/data",schemaPath:"#/properties/data/items/properties/data/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
var _valid0 = _errs15 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.object = true;
props0.customer_id = true;
props0.external_id = true;
props0.mode = true;
props0.status = true;
props0.currency = true;
props0.amount_total_minor = true;
props0.amount_refunded_minor = true;
props0.payment_id = true;
props0.checkout_url = true;
props0.success_url = true;
props0.cancel_url = true;
props0.metadata = true;
props0.line_items = true;
props0.expires_at = true;
props0.completed_at = true;
props0.created_at = true;
props0.updated_at = true;
}
const _errs101 = errors;
if(errors === _errs101){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing4;
if((((((((((((((((data6.id === undefined) && (missing4 = "id")) || ((data6.object === undefined) && (missing4 = "object"))) || ((data6.payment_id === undefined) && (missing4 = "payment_id"))) || ((data6.checkout_id === undefined) && (missing4 = "checkout_id"))) || ((data6.amount_minor === undefined) && (missing4 = "amount_minor"))) || ((data6.currency === undefined) && (missing4 = "currency"))) || ((data6.status === undefined) && (missing4 = "status"))) || ((data6.origin === undefined) && (missing4 = "origin"))) || ((data6.reason === undefined) && (missing4 = "reason"))) || ((data6.external_id === undefined) && (missing4 = "external_id"))) || ((data6.metadata === undefined) && (missing4 = "metadata"))) || ((data6.failure_reason === undefined) && (missing4 = "failure_reason"))) || ((data6.completed_at === undefined) && (missing4 = "completed_at"))) || ((data6.created_at === undefined) && (missing4 = "created_at"))) || ((data6.updated_at === undefined) && (missing4 = "updated_at"))){
const err99 = {instancePath:instancePath+"/data/" + i0+"/data",schemaPath:"#/properties/data/items/properties/data/oneOf/1/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
else {
if(data6.id !== undefined){
let data42 = data6.id;
const _errs103 = errors;
if(errors === _errs103){
if(typeof data42 === "string"){
if(!pattern145.test(data42)){
const err100 = {instancePath:instancePath+"/data/" + i0+"/data/id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/id/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
else {
const err101 = {instancePath:instancePath+"/data/" + i0+"/data/id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
var valid10 = _errs103 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.object !== undefined){
let data43 = data6.object;
const _errs105 = errors;
if(typeof data43 !== "string"){
const err102 = {instancePath:instancePath+"/data/" + i0+"/data/object",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if("refund" !== data43){
const err103 = {instancePath:instancePath+"/data/" + i0+"/data/object",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/object/const",keyword:"const",params:{allowedValue: "refund"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
var valid10 = _errs105 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.payment_id !== undefined){
let data44 = data6.payment_id;
const _errs107 = errors;
if(errors === _errs107){
if(typeof data44 === "string"){
if(!pattern51.test(data44)){
const err104 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/payment_id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
else {
const err105 = {instancePath:instancePath+"/data/" + i0+"/data/payment_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/payment_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
var valid10 = _errs107 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.checkout_id !== undefined){
let data45 = data6.checkout_id;
const _errs109 = errors;
if(errors === _errs109){
if(typeof data45 === "string"){
if(!pattern49.test(data45)){
const err106 = {instancePath:instancePath+"/data/" + i0+"/data/checkout_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath:instancePath+"/data/" + i0+"/data/checkout_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
var valid10 = _errs109 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.amount_minor !== undefined){
let data46 = data6.amount_minor;
const _errs111 = errors;
if(!(((typeof data46 == "number") && (!(data46 % 1) && !isNaN(data46))) && (isFinite(data46)))){
const err108 = {instancePath:instancePath+"/data/" + i0+"/data/amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(errors === _errs111){
if((typeof data46 == "number") && (isFinite(data46))){
if(data46 > 99999999999 || isNaN(data46)){
const err109 = {instancePath:instancePath+"/data/" + i0+"/data/amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
else {
if(data46 < 1 || isNaN(data46)){
const err110 = {instancePath:instancePath+"/data/" + i0+"/data/amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
else {
if(!(formats26.validate(data46))){
const err111 = {instancePath:instancePath+"/data/" + i0+"/data/amount_minor",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
}
}
var valid10 = _errs111 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.currency !== undefined){
let data47 = data6.currency;
const _errs113 = errors;
if(typeof data47 !== "string"){
const err112 = {instancePath:instancePath+"/data/" + i0+"/data/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data47 === "AED") || (data47 === "AFN")) || (data47 === "ALL")) || (data47 === "AMD")) || (data47 === "AOA")) || (data47 === "ARS")) || (data47 === "AUD")) || (data47 === "AWG")) || (data47 === "AZN")) || (data47 === "BAM")) || (data47 === "BBD")) || (data47 === "BDT")) || (data47 === "BHD")) || (data47 === "BIF")) || (data47 === "BMD")) || (data47 === "BND")) || (data47 === "BOB")) || (data47 === "BRL")) || (data47 === "BSD")) || (data47 === "BTN")) || (data47 === "BWP")) || (data47 === "BYN")) || (data47 === "BZD")) || (data47 === "CAD")) || (data47 === "CDF")) || (data47 === "CHF")) || (data47 === "CLP")) || (data47 === "CNY")) || (data47 === "COP")) || (data47 === "CRC")) || (data47 === "CUP")) || (data47 === "CVE")) || (data47 === "CZK")) || (data47 === "DJF")) || (data47 === "DKK")) || (data47 === "DOP")) || (data47 === "DZD")) || (data47 === "EGP")) || (data47 === "ERN")) || (data47 === "ETB")) || (data47 === "EUR")) || (data47 === "FJD")) || (data47 === "FKP")) || (data47 === "GBP")) || (data47 === "GEL")) || (data47 === "GHS")) || (data47 === "GIP")) || (data47 === "GMD")) || (data47 === "GNF")) || (data47 === "GTQ")) || (data47 === "GYD")) || (data47 === "HKD")) || (data47 === "HNL")) || (data47 === "HTG")) || (data47 === "HUF")) || (data47 === "IDR")) || (data47 === "ILS")) || (data47 === "INR")) || (data47 === "IQD")) || (data47 === "IRR")) || (data47 === "ISK")) || (data47 === "JMD")) || (data47 === "JOD")) || (data47 === "JPY")) || (data47 === "KES")) || (data47 === "KGS")) || (data47 === "KHR")) || (data47 === "KMF")) || (data47 === "KPW")) || (data47 === "KRW")) || (data47 === "KWD")) || (data47 === "KYD")) || (data47 === "KZT")) || (data47 === "LAK")) || (data47 === "LBP")) || (data47 === "LKR")) || (data47 === "LRD")) || (data47 === "LSL")) || (data47 === "LYD")) || (data47 === "MAD")) || (data47 === "MDL")) || (data47 === "MGA")) || (data47 === "MKD")) || (data47 === "MMK")) || (data47 === "MNT")) || (data47 === "MOP")) || (data47 === "MRU")) || (data47 === "MUR")) || (data47 === "MVR")) || (data47 === "MWK")) || (data47 === "MXN")) || (data47 === "MYR")) || (data47 === "MZN")) || (data47 === "NAD")) || (data47 === "NGN")) || (data47 === "NIO")) || (data47 === "NOK")) || (data47 === "NPR")) || (data47 === "NZD")) || (data47 === "OMR")) || (data47 === "PAB")) || (data47 === "PEN")) || (data47 === "PGK")) || (data47 === "PHP")) || (data47 === "PKR")) || (data47 === "PLN")) || (data47 === "PYG")) || (data47 === "QAR")) || (data47 === "RON")) || (data47 === "RSD")) || (data47 === "RUB")) || (data47 === "RWF")) || (data47 === "SAR")) || (data47 === "SBD")) || (data47 === "SCR")) || (data47 === "SDG")) || (data47 === "SEK")) || (data47 === "SGD")) || (data47 === "SHP")) || (data47 === "SLE")) || (data47 === "SOS")) || (data47 === "SRD")) || (data47 === "SSP")) || (data47 === "STN")) || (data47 === "SVC")) || (data47 === "SYP")) || (data47 === "SZL")) || (data47 === "THB")) || (data47 === "TJS")) || (data47 === "TMT")) || (data47 === "TND")) || (data47 === "TOP")) || (data47 === "TRY")) || (data47 === "TTD")) || (data47 === "TWD")) || (data47 === "TZS")) || (data47 === "UAH")) || (data47 === "UGX")) || (data47 === "USD")) || (data47 === "UYU")) || (data47 === "UYW")) || (data47 === "UZS")) || (data47 === "VED")) || (data47 === "VES")) || (data47 === "VND")) || (data47 === "VUV")) || (data47 === "WST")) || (data47 === "XAD")) || (data47 === "XAF")) || (data47 === "XCD")) || (data47 === "XCG")) || (data47 === "XOF")) || (data47 === "XPF")) || (data47 === "YER")) || (data47 === "ZAR")) || (data47 === "ZMW")) || (data47 === "ZWG"))){
const err113 = {instancePath:instancePath+"/data/" + i0+"/data/currency",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/currency/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[1].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
var valid10 = _errs113 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.status !== undefined){
let data48 = data6.status;
const _errs115 = errors;
if(typeof data48 !== "string"){
const err114 = {instancePath:instancePath+"/data/" + i0+"/data/status",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(!(((data48 === "pending") || (data48 === "succeeded")) || (data48 === "failed"))){
const err115 = {instancePath:instancePath+"/data/" + i0+"/data/status",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/status/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[1].properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
var valid10 = _errs115 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.origin !== undefined){
let data49 = data6.origin;
const _errs117 = errors;
if(typeof data49 !== "string"){
const err116 = {instancePath:instancePath+"/data/" + i0+"/data/origin",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(!(((data49 === "seller") || (data49 === "bank")) || (data49 === "automatic"))){
const err117 = {instancePath:instancePath+"/data/" + i0+"/data/origin",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/origin/enum",keyword:"enum",params:{allowedValues: schema62.properties.data.items.properties.data.oneOf[1].properties.origin.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
var valid10 = _errs117 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.reason !== undefined){
let data50 = data6.reason;
const _errs119 = errors;
if((typeof data50 !== "string") && (data50 !== null)){
const err118 = {instancePath:instancePath+"/data/" + i0+"/data/reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/reason/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[1].properties.reason.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
if(errors === _errs119){
if(typeof data50 === "string"){
if(func1(data50) > 140){
const err119 = {instancePath:instancePath+"/data/" + i0+"/data/reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/reason/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
else {
if(func1(data50) < 1){
const err120 = {instancePath:instancePath+"/data/" + i0+"/data/reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
}
var valid10 = _errs119 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.external_id !== undefined){
let data51 = data6.external_id;
const _errs121 = errors;
if((typeof data51 !== "string") && (data51 !== null)){
const err121 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/external_id/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[1].properties.external_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(errors === _errs121){
if(typeof data51 === "string"){
if(func1(data51) > 255){
const err122 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
else {
if(func1(data51) < 1){
const err123 = {instancePath:instancePath+"/data/" + i0+"/data/external_id",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
}
var valid10 = _errs121 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.metadata !== undefined){
let data52 = data6.metadata;
const _errs123 = errors;
if(errors === _errs123){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(!(keyword0(data52, 16384, data6))){
const err124 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
else {
if(!(keyword1(data52, 8, data6))){
const err125 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
}
else {
const err126 = {instancePath:instancePath+"/data/" + i0+"/data/metadata",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
var valid10 = _errs123 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.failure_reason !== undefined){
let data53 = data6.failure_reason;
const _errs126 = errors;
if((typeof data53 !== "string") && (data53 !== null)){
const err127 = {instancePath:instancePath+"/data/" + i0+"/data/failure_reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/failure_reason/type",keyword:"type",params:{type: schema62.properties.data.items.properties.data.oneOf[1].properties.failure_reason.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
if(errors === _errs126){
if(typeof data53 === "string"){
if(func1(data53) > 255){
const err128 = {instancePath:instancePath+"/data/" + i0+"/data/failure_reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/failure_reason/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
else {
if(func1(data53) < 1){
const err129 = {instancePath:instancePath+"/data/" + i0+"/data/failure_reason",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/failure_reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
}
var valid10 = _errs126 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.completed_at !== undefined){
let data54 = data6.completed_at;
const _errs128 = errors;
const _errs129 = errors;
let valid11 = false;
let passing4 = null;
const _errs130 = errors;
if(errors === _errs130){
if(errors === _errs130){
if(typeof data54 === "string"){
if(!pattern13.test(data54)){
const err130 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
else {
if(!(formats6.validate(data54))){
const err131 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
else {
const err132 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
}
var _valid4 = _errs130 === errors;
if(_valid4){
valid11 = true;
passing4 = 0;
}
const _errs132 = errors;
if(data54 !== null){
const err133 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
var _valid4 = _errs132 === errors;
if(_valid4 && valid11){
valid11 = false;
passing4 = [passing4, 1];
}
else {
if(_valid4){
valid11 = true;
passing4 = 1;
}
}
if(!valid11){
const err134 = {instancePath:instancePath+"/data/" + i0+"/data/completed_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing4},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
else {
errors = _errs129;
if(vErrors !== null){
if(_errs129){
vErrors.length = _errs129;
}
else {
vErrors = null;
}
}
}
var valid10 = _errs128 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.created_at !== undefined){
let data55 = data6.created_at;
const _errs134 = errors;
if(errors === _errs134){
if(errors === _errs134){
if(typeof data55 === "string"){
if(!pattern13.test(data55)){
const err135 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
else {
if(!(formats6.validate(data55))){
const err136 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
else {
const err137 = {instancePath:instancePath+"/data/" + i0+"/data/created_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
var valid10 = _errs134 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data6.updated_at !== undefined){
let data56 = data6.updated_at;
const _errs136 = errors;
if(errors === _errs136){
if(errors === _errs136){
if(typeof data56 === "string"){
if(!pattern13.test(data56)){
const err138 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
else {
if(!(formats6.validate(data56))){
const err139 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
}
else {
const err140 = {instancePath:instancePath+"/data/" + i0+"/data/updated_at",schemaPath:"#/properties/data/items/properties/data/oneOf/1/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
}
var valid10 = _errs136 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err141 = {instancePath:instancePath+"/data/" + i0+"/data",schemaPath:"#/properties/data/items/properties/data/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
var _valid0 = _errs101 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.object = true;
props0.payment_id = true;
props0.checkout_id = true;
props0.amount_minor = true;
props0.currency = true;
props0.status = true;
props0.origin = true;
props0.reason = true;
props0.external_id = true;
props0.metadata = true;
props0.failure_reason = true;
props0.completed_at = true;
props0.created_at = true;
props0.updated_at = true;
}
}
}
if(!valid3){
const err142 = {instancePath:instancePath+"/data/" + i0+"/data",schemaPath:"#/properties/data/items/properties/data/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
validate51.errors = vErrors;
return false;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data57 = data2.created_at;
const _errs138 = errors;
if(errors === _errs138){
if(errors === _errs138){
if(typeof data57 === "string"){
if(!pattern13.test(data57)){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data57))){
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate51.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs138 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate51.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate51.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs140 = errors;
if(typeof data.has_more !== "boolean"){
validate51.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs140 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data59 = data.next_cursor;
const _errs142 = errors;
if((typeof data59 !== "string") && (data59 !== null)){
validate51.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema62.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs142 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate51.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const getEvent_200 = validate52;
const schema63 = {"type":"object","description":"Something that happened, announced to the endpoints of the account.","required":["id","object","type","data","created_at"],"properties":{"id":{"type":"string","description":"Id of an event.","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_event_id","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]},"object":{"type":"string","const":"event","description":"Always `event`."},"type":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"data":{"oneOf":[{"type":"object","description":"A hosted payment session for one offer.","required":["id","object","customer_id","external_id","mode","status","currency","amount_total_minor","amount_refunded_minor","payment_id","checkout_url","success_url","cancel_url","metadata","line_items","expires_at","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"object":{"type":"string","const":"checkout","description":"Always `checkout`."},"customer_id":{"description":"The customer, if one was named.","oneOf":[{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},{"type":"null"}]},"external_id":{"type":["string","null"],"description":"Your reference, unique in the account.","minLength":1,"maxLength":255,"examples":["pedido-1042"]},"mode":{"type":"string","const":"payment","description":"Always `payment`."},"status":{"type":"string","description":"`open` until it is paid, canceled, or 24 hours old. The other three are final.","enum":["open","completed","expired","canceled"],"examples":["open"]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"amount_total_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"payment_id":{"description":"The payment that completed it. Null until then.","oneOf":[{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},{"type":"null"}]},"checkout_url":{"type":"string","description":"The payment page: redirect the buyer there. Anyone who has it can see and pay the session.","format":"uri","examples":["http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment.","format":"iri","maxLength":2048,"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":["string","null"],"description":"Where the buyer goes to abandon the purchase.","format":"iri","maxLength":2048,"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"line_items":{"type":"array","description":"What is sold: one item.","items":{"type":"object","description":"An item of a checkout, as product and offer were when the session was opened.","required":["id","object","product_id","offer_id","name","description","offer_name","quantity","currency","unit_amount_minor","total_amount_minor","type","billing_interval","interval_count","metadata"],"properties":{"id":{"type":"string","description":"Id of a line item.","pattern":"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["item_019caeab-92a3-718e-a4f7-0ac29ab01d68"]},"object":{"type":"string","const":"checkout_line_item","description":"Always `checkout_line_item`."},"product_id":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"name":{"type":"string","description":"Name of the product.","minLength":1,"maxLength":160,"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description of the product. May be empty.","maxLength":2000,"examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"offer_name":{"type":"string","description":"Name of the offer.","minLength":1,"maxLength":160,"examples":["Padrão"]},"quantity":{"type":"integer","description":"How many. Always 1 today.","minimum":1,"examples":[1]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"total_amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"type":{"type":"string","description":"Type of the offer. Only `one_time` offers can be in a checkout today.","enum":["one_time","recurring"],"examples":["one_time"]},"billing_interval":{"type":["string","null"],"description":"Billing interval of a `recurring` offer. Null for `one_time`.","enum":["day","week","month","year",null],"examples":[null,"month"]},"interval_count":{"type":["integer","null"],"description":"Intervals between two bills of a `recurring` offer. Null for `one_time`.","minimum":1,"maximum":999,"examples":[null,1]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}},"minItems":1,"maxItems":1},"expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"completed_at":{"description":"When it was paid. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},{"type":"object","description":"Money of a payment that goes back to the buyer (a *devolução*).","required":["id","object","payment_id","checkout_id","amount_minor","currency","status","origin","reason","external_id","metadata","failure_reason","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a refund.","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_refund_id","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]},"object":{"type":"string","const":"refund","description":"Always `refund`."},"payment_id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"status":{"type":"string","description":"`pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).","enum":["pending","succeeded","failed"],"examples":["succeeded"]},"origin":{"type":"string","description":"Who ordered it: `seller` by this API; `bank` by itself, after a report of fraud, or at its own screen; `automatic` by the service, because the payment settled nothing.","enum":["seller","bank","automatic"],"examples":["seller"]},"reason":{"type":["string","null"],"description":"Your reason, as sent.","minLength":1,"maxLength":140,"examples":["Uma caneca chegou quebrada"]},"external_id":{"type":["string","null"],"description":"Your reference, unique among the refunds of the account.","minLength":1,"maxLength":255,"examples":["devolucao-1042"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"failure_reason":{"type":["string","null"],"description":"Why it is `failed`, in the bank's words when it gave any; else null.","minLength":1,"maxLength":255,"examples":["Saldo insuficiente",null]},"completed_at":{"description":"When it succeeded. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}}],"description":"What it happened to, as it was at that moment and as it was sent to the endpoints."},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.type === undefined) && (missing0 = "type"))) || ((data.data === undefined) && (missing0 = "data"))) || ((data.created_at === undefined) && (missing0 = "created_at"))){
validate52.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern125.test(data0)){
validate52.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate52.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("event" !== data1){
validate52.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "event"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data2 = data.type;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate52.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((data2 === "payment.succeeded") || (data2 === "payment.declined")) || (data2 === "payment.reversed")) || (data2 === "refund.succeeded")) || (data2 === "refund.failed")) || (data2 === "checkout.canceled")) || (data2 === "checkout.expired"))){
validate52.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema63.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data3 = data.data;
const _errs7 = errors;
const _errs8 = errors;
let valid1 = false;
let passing0 = null;
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((((((((((((((((((data3.id === undefined) && (missing1 = "id")) || ((data3.object === undefined) && (missing1 = "object"))) || ((data3.customer_id === undefined) && (missing1 = "customer_id"))) || ((data3.external_id === undefined) && (missing1 = "external_id"))) || ((data3.mode === undefined) && (missing1 = "mode"))) || ((data3.status === undefined) && (missing1 = "status"))) || ((data3.currency === undefined) && (missing1 = "currency"))) || ((data3.amount_total_minor === undefined) && (missing1 = "amount_total_minor"))) || ((data3.amount_refunded_minor === undefined) && (missing1 = "amount_refunded_minor"))) || ((data3.payment_id === undefined) && (missing1 = "payment_id"))) || ((data3.checkout_url === undefined) && (missing1 = "checkout_url"))) || ((data3.success_url === undefined) && (missing1 = "success_url"))) || ((data3.cancel_url === undefined) && (missing1 = "cancel_url"))) || ((data3.metadata === undefined) && (missing1 = "metadata"))) || ((data3.line_items === undefined) && (missing1 = "line_items"))) || ((data3.expires_at === undefined) && (missing1 = "expires_at"))) || ((data3.completed_at === undefined) && (missing1 = "completed_at"))) || ((data3.created_at === undefined) && (missing1 = "created_at"))) || ((data3.updated_at === undefined) && (missing1 = "updated_at"))){
const err0 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/oneOf/0/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data3.id !== undefined){
let data4 = data3.id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern49.test(data4)){
const err1 = {instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/oneOf/0/properties/id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.object !== undefined){
let data5 = data3.object;
const _errs13 = errors;
if(typeof data5 !== "string"){
const err3 = {instancePath:instancePath+"/data/object",schemaPath:"#/properties/data/oneOf/0/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("checkout" !== data5){
const err4 = {instancePath:instancePath+"/data/object",schemaPath:"#/properties/data/oneOf/0/properties/object/const",keyword:"const",params:{allowedValue: "checkout"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.customer_id !== undefined){
let data6 = data3.customer_id;
const _errs15 = errors;
const _errs16 = errors;
let valid3 = false;
let passing1 = null;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data6 === "string"){
if(!pattern17.test(data6)){
const err5 = {instancePath:instancePath+"/data/customer_id",schemaPath:"#/properties/data/oneOf/0/properties/customer_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/data/customer_id",schemaPath:"#/properties/data/oneOf/0/properties/customer_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid1 = _errs17 === errors;
if(_valid1){
valid3 = true;
passing1 = 0;
}
const _errs19 = errors;
if(data6 !== null){
const err7 = {instancePath:instancePath+"/data/customer_id",schemaPath:"#/properties/data/oneOf/0/properties/customer_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid1 = _errs19 === errors;
if(_valid1 && valid3){
valid3 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid3 = true;
passing1 = 1;
}
}
if(!valid3){
const err8 = {instancePath:instancePath+"/data/customer_id",schemaPath:"#/properties/data/oneOf/0/properties/customer_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.external_id !== undefined){
let data7 = data3.external_id;
const _errs21 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
const err9 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/0/properties/external_id/type",keyword:"type",params:{type: schema63.properties.data.oneOf[0].properties.external_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs21){
if(typeof data7 === "string"){
if(func1(data7) > 255){
const err10 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/0/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(func1(data7) < 1){
const err11 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/0/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.mode !== undefined){
let data8 = data3.mode;
const _errs23 = errors;
if(typeof data8 !== "string"){
const err12 = {instancePath:instancePath+"/data/mode",schemaPath:"#/properties/data/oneOf/0/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if("payment" !== data8){
const err13 = {instancePath:instancePath+"/data/mode",schemaPath:"#/properties/data/oneOf/0/properties/mode/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.status !== undefined){
let data9 = data3.status;
const _errs25 = errors;
if(typeof data9 !== "string"){
const err14 = {instancePath:instancePath+"/data/status",schemaPath:"#/properties/data/oneOf/0/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!((((data9 === "open") || (data9 === "completed")) || (data9 === "expired")) || (data9 === "canceled"))){
const err15 = {instancePath:instancePath+"/data/status",schemaPath:"#/properties/data/oneOf/0/properties/status/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[0].properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.currency !== undefined){
let data10 = data3.currency;
const _errs27 = errors;
if(typeof data10 !== "string"){
const err16 = {instancePath:instancePath+"/data/currency",schemaPath:"#/properties/data/oneOf/0/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data10 === "AED") || (data10 === "AFN")) || (data10 === "ALL")) || (data10 === "AMD")) || (data10 === "AOA")) || (data10 === "ARS")) || (data10 === "AUD")) || (data10 === "AWG")) || (data10 === "AZN")) || (data10 === "BAM")) || (data10 === "BBD")) || (data10 === "BDT")) || (data10 === "BHD")) || (data10 === "BIF")) || (data10 === "BMD")) || (data10 === "BND")) || (data10 === "BOB")) || (data10 === "BRL")) || (data10 === "BSD")) || (data10 === "BTN")) || (data10 === "BWP")) || (data10 === "BYN")) || (data10 === "BZD")) || (data10 === "CAD")) || (data10 === "CDF")) || (data10 === "CHF")) || (data10 === "CLP")) || (data10 === "CNY")) || (data10 === "COP")) || (data10 === "CRC")) || (data10 === "CUP")) || (data10 === "CVE")) || (data10 === "CZK")) || (data10 === "DJF")) || (data10 === "DKK")) || (data10 === "DOP")) || (data10 === "DZD")) || (data10 === "EGP")) || (data10 === "ERN")) || (data10 === "ETB")) || (data10 === "EUR")) || (data10 === "FJD")) || (data10 === "FKP")) || (data10 === "GBP")) || (data10 === "GEL")) || (data10 === "GHS")) || (data10 === "GIP")) || (data10 === "GMD")) || (data10 === "GNF")) || (data10 === "GTQ")) || (data10 === "GYD")) || (data10 === "HKD")) || (data10 === "HNL")) || (data10 === "HTG")) || (data10 === "HUF")) || (data10 === "IDR")) || (data10 === "ILS")) || (data10 === "INR")) || (data10 === "IQD")) || (data10 === "IRR")) || (data10 === "ISK")) || (data10 === "JMD")) || (data10 === "JOD")) || (data10 === "JPY")) || (data10 === "KES")) || (data10 === "KGS")) || (data10 === "KHR")) || (data10 === "KMF")) || (data10 === "KPW")) || (data10 === "KRW")) || (data10 === "KWD")) || (data10 === "KYD")) || (data10 === "KZT")) || (data10 === "LAK")) || (data10 === "LBP")) || (data10 === "LKR")) || (data10 === "LRD")) || (data10 === "LSL")) || (data10 === "LYD")) || (data10 === "MAD")) || (data10 === "MDL")) || (data10 === "MGA")) || (data10 === "MKD")) || (data10 === "MMK")) || (data10 === "MNT")) || (data10 === "MOP")) || (data10 === "MRU")) || (data10 === "MUR")) || (data10 === "MVR")) || (data10 === "MWK")) || (data10 === "MXN")) || (data10 === "MYR")) || (data10 === "MZN")) || (data10 === "NAD")) || (data10 === "NGN")) || (data10 === "NIO")) || (data10 === "NOK")) || (data10 === "NPR")) || (data10 === "NZD")) || (data10 === "OMR")) || (data10 === "PAB")) || (data10 === "PEN")) || (data10 === "PGK")) || (data10 === "PHP")) || (data10 === "PKR")) || (data10 === "PLN")) || (data10 === "PYG")) || (data10 === "QAR")) || (data10 === "RON")) || (data10 === "RSD")) || (data10 === "RUB")) || (data10 === "RWF")) || (data10 === "SAR")) || (data10 === "SBD")) || (data10 === "SCR")) || (data10 === "SDG")) || (data10 === "SEK")) || (data10 === "SGD")) || (data10 === "SHP")) || (data10 === "SLE")) || (data10 === "SOS")) || (data10 === "SRD")) || (data10 === "SSP")) || (data10 === "STN")) || (data10 === "SVC")) || (data10 === "SYP")) || (data10 === "SZL")) || (data10 === "THB")) || (data10 === "TJS")) || (data10 === "TMT")) || (data10 === "TND")) || (data10 === "TOP")) || (data10 === "TRY")) || (data10 === "TTD")) || (data10 === "TWD")) || (data10 === "TZS")) || (data10 === "UAH")) || (data10 === "UGX")) || (data10 === "USD")) || (data10 === "UYU")) || (data10 === "UYW")) || (data10 === "UZS")) || (data10 === "VED")) || (data10 === "VES")) || (data10 === "VND")) || (data10 === "VUV")) || (data10 === "WST")) || (data10 === "XAD")) || (data10 === "XAF")) || (data10 === "XCD")) || (data10 === "XCG")) || (data10 === "XOF")) || (data10 === "XPF")) || (data10 === "YER")) || (data10 === "ZAR")) || (data10 === "ZMW")) || (data10 === "ZWG"))){
const err17 = {instancePath:instancePath+"/data/currency",schemaPath:"#/properties/data/oneOf/0/properties/currency/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[0].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.amount_total_minor !== undefined){
let data11 = data3.amount_total_minor;
const _errs29 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err18 = {instancePath:instancePath+"/data/amount_total_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_total_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(errors === _errs29){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 99999999999 || isNaN(data11)){
const err19 = {instancePath:instancePath+"/data/amount_total_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_total_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(data11 < 1 || isNaN(data11)){
const err20 = {instancePath:instancePath+"/data/amount_total_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_total_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
if(!(formats26.validate(data11))){
const err21 = {instancePath:instancePath+"/data/amount_total_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_total_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.amount_refunded_minor !== undefined){
let data12 = data3.amount_refunded_minor;
const _errs31 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err22 = {instancePath:instancePath+"/data/amount_refunded_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(errors === _errs31){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 99999999999 || isNaN(data12)){
const err23 = {instancePath:instancePath+"/data/amount_refunded_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
if(data12 < 0 || isNaN(data12)){
const err24 = {instancePath:instancePath+"/data/amount_refunded_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
if(!(formats26.validate(data12))){
const err25 = {instancePath:instancePath+"/data/amount_refunded_minor",schemaPath:"#/properties/data/oneOf/0/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.payment_id !== undefined){
let data13 = data3.payment_id;
const _errs33 = errors;
const _errs34 = errors;
let valid4 = false;
let passing2 = null;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data13 === "string"){
if(!pattern51.test(data13)){
const err26 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/0/properties/payment_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/0/properties/payment_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid2 = _errs35 === errors;
if(_valid2){
valid4 = true;
passing2 = 0;
}
const _errs37 = errors;
if(data13 !== null){
const err28 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/0/properties/payment_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid2 = _errs37 === errors;
if(_valid2 && valid4){
valid4 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid4 = true;
passing2 = 1;
}
}
if(!valid4){
const err29 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/0/properties/payment_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.checkout_url !== undefined){
let data14 = data3.checkout_url;
const _errs39 = errors;
if(errors === _errs39){
if(errors === _errs39){
if(typeof data14 === "string"){
if(!(formats0(data14))){
const err30 = {instancePath:instancePath+"/data/checkout_url",schemaPath:"#/properties/data/oneOf/0/properties/checkout_url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/data/checkout_url",schemaPath:"#/properties/data/oneOf/0/properties/checkout_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.success_url !== undefined){
let data15 = data3.success_url;
const _errs41 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
const err32 = {instancePath:instancePath+"/data/success_url",schemaPath:"#/properties/data/oneOf/0/properties/success_url/type",keyword:"type",params:{type: schema63.properties.data.oneOf[0].properties.success_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(errors === _errs41){
if(errors === _errs41){
if(typeof data15 === "string"){
if(func1(data15) > 2048){
const err33 = {instancePath:instancePath+"/data/success_url",schemaPath:"#/properties/data/oneOf/0/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
if(!(formats72(data15))){
const err34 = {instancePath:instancePath+"/data/success_url",schemaPath:"#/properties/data/oneOf/0/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.cancel_url !== undefined){
let data16 = data3.cancel_url;
const _errs43 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
const err35 = {instancePath:instancePath+"/data/cancel_url",schemaPath:"#/properties/data/oneOf/0/properties/cancel_url/type",keyword:"type",params:{type: schema63.properties.data.oneOf[0].properties.cancel_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(errors === _errs43){
if(errors === _errs43){
if(typeof data16 === "string"){
if(func1(data16) > 2048){
const err36 = {instancePath:instancePath+"/data/cancel_url",schemaPath:"#/properties/data/oneOf/0/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
if(!(formats72(data16))){
const err37 = {instancePath:instancePath+"/data/cancel_url",schemaPath:"#/properties/data/oneOf/0/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
}
}
var valid2 = _errs43 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.metadata !== undefined){
let data17 = data3.metadata;
const _errs45 = errors;
if(errors === _errs45){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(!(keyword0(data17, 16384, data3))){
const err38 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/0/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
if(!(keyword1(data17, 8, data3))){
const err39 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/0/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/0/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var valid2 = _errs45 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.line_items !== undefined){
let data18 = data3.line_items;
const _errs48 = errors;
if(errors === _errs48){
if(Array.isArray(data18)){
if(data18.length > 1){
const err41 = {instancePath:instancePath+"/data/line_items",schemaPath:"#/properties/data/oneOf/0/properties/line_items/maxItems",keyword:"maxItems",params:{limit: 1},message:"must NOT have more than 1 items"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
if(data18.length < 1){
const err42 = {instancePath:instancePath+"/data/line_items",schemaPath:"#/properties/data/oneOf/0/properties/line_items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
var valid5 = true;
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
const _errs50 = errors;
if(errors === _errs50){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing2;
if((((((((((((((((data19.id === undefined) && (missing2 = "id")) || ((data19.object === undefined) && (missing2 = "object"))) || ((data19.product_id === undefined) && (missing2 = "product_id"))) || ((data19.offer_id === undefined) && (missing2 = "offer_id"))) || ((data19.name === undefined) && (missing2 = "name"))) || ((data19.description === undefined) && (missing2 = "description"))) || ((data19.offer_name === undefined) && (missing2 = "offer_name"))) || ((data19.quantity === undefined) && (missing2 = "quantity"))) || ((data19.currency === undefined) && (missing2 = "currency"))) || ((data19.unit_amount_minor === undefined) && (missing2 = "unit_amount_minor"))) || ((data19.total_amount_minor === undefined) && (missing2 = "total_amount_minor"))) || ((data19.type === undefined) && (missing2 = "type"))) || ((data19.billing_interval === undefined) && (missing2 = "billing_interval"))) || ((data19.interval_count === undefined) && (missing2 = "interval_count"))) || ((data19.metadata === undefined) && (missing2 = "metadata"))){
const err43 = {instancePath:instancePath+"/data/line_items/" + i0,schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
if(data19.id !== undefined){
let data20 = data19.id;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data20 === "string"){
if(!pattern52.test(data20)){
const err44 = {instancePath:instancePath+"/data/line_items/" + i0+"/id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^item_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/data/line_items/" + i0+"/id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.object !== undefined){
let data21 = data19.object;
const _errs54 = errors;
if(typeof data21 !== "string"){
const err46 = {instancePath:instancePath+"/data/line_items/" + i0+"/object",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if("checkout_line_item" !== data21){
const err47 = {instancePath:instancePath+"/data/line_items/" + i0+"/object",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/object/const",keyword:"const",params:{allowedValue: "checkout_line_item"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.product_id !== undefined){
let data22 = data19.product_id;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data22 === "string"){
if(!pattern23.test(data22)){
const err48 = {instancePath:instancePath+"/data/line_items/" + i0+"/product_id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/product_id/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/data/line_items/" + i0+"/product_id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/product_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
var valid6 = _errs56 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.offer_id !== undefined){
let data23 = data19.offer_id;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data23 === "string"){
if(!pattern24.test(data23)){
const err50 = {instancePath:instancePath+"/data/line_items/" + i0+"/offer_id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/data/line_items/" + i0+"/offer_id",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid6 = _errs58 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.name !== undefined){
let data24 = data19.name;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data24 === "string"){
if(func1(data24) > 160){
const err52 = {instancePath:instancePath+"/data/line_items/" + i0+"/name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(func1(data24) < 1){
const err53 = {instancePath:instancePath+"/data/line_items/" + i0+"/name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/data/line_items/" + i0+"/name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
var valid6 = _errs60 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.description !== undefined){
let data25 = data19.description;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data25 === "string"){
if(func1(data25) > 2000){
const err55 = {instancePath:instancePath+"/data/line_items/" + i0+"/description",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/data/line_items/" + i0+"/description",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var valid6 = _errs62 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.offer_name !== undefined){
let data26 = data19.offer_name;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data26 === "string"){
if(func1(data26) > 160){
const err57 = {instancePath:instancePath+"/data/line_items/" + i0+"/offer_name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
else {
if(func1(data26) < 1){
const err58 = {instancePath:instancePath+"/data/line_items/" + i0+"/offer_name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/data/line_items/" + i0+"/offer_name",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/offer_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
var valid6 = _errs64 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.quantity !== undefined){
let data27 = data19.quantity;
const _errs66 = errors;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err60 = {instancePath:instancePath+"/data/line_items/" + i0+"/quantity",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(errors === _errs66){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 1 || isNaN(data27)){
const err61 = {instancePath:instancePath+"/data/line_items/" + i0+"/quantity",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
var valid6 = _errs66 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.currency !== undefined){
let data28 = data19.currency;
const _errs68 = errors;
if(typeof data28 !== "string"){
const err62 = {instancePath:instancePath+"/data/line_items/" + i0+"/currency",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data28 === "AED") || (data28 === "AFN")) || (data28 === "ALL")) || (data28 === "AMD")) || (data28 === "AOA")) || (data28 === "ARS")) || (data28 === "AUD")) || (data28 === "AWG")) || (data28 === "AZN")) || (data28 === "BAM")) || (data28 === "BBD")) || (data28 === "BDT")) || (data28 === "BHD")) || (data28 === "BIF")) || (data28 === "BMD")) || (data28 === "BND")) || (data28 === "BOB")) || (data28 === "BRL")) || (data28 === "BSD")) || (data28 === "BTN")) || (data28 === "BWP")) || (data28 === "BYN")) || (data28 === "BZD")) || (data28 === "CAD")) || (data28 === "CDF")) || (data28 === "CHF")) || (data28 === "CLP")) || (data28 === "CNY")) || (data28 === "COP")) || (data28 === "CRC")) || (data28 === "CUP")) || (data28 === "CVE")) || (data28 === "CZK")) || (data28 === "DJF")) || (data28 === "DKK")) || (data28 === "DOP")) || (data28 === "DZD")) || (data28 === "EGP")) || (data28 === "ERN")) || (data28 === "ETB")) || (data28 === "EUR")) || (data28 === "FJD")) || (data28 === "FKP")) || (data28 === "GBP")) || (data28 === "GEL")) || (data28 === "GHS")) || (data28 === "GIP")) || (data28 === "GMD")) || (data28 === "GNF")) || (data28 === "GTQ")) || (data28 === "GYD")) || (data28 === "HKD")) || (data28 === "HNL")) || (data28 === "HTG")) || (data28 === "HUF")) || (data28 === "IDR")) || (data28 === "ILS")) || (data28 === "INR")) || (data28 === "IQD")) || (data28 === "IRR")) || (data28 === "ISK")) || (data28 === "JMD")) || (data28 === "JOD")) || (data28 === "JPY")) || (data28 === "KES")) || (data28 === "KGS")) || (data28 === "KHR")) || (data28 === "KMF")) || (data28 === "KPW")) || (data28 === "KRW")) || (data28 === "KWD")) || (data28 === "KYD")) || (data28 === "KZT")) || (data28 === "LAK")) || (data28 === "LBP")) || (data28 === "LKR")) || (data28 === "LRD")) || (data28 === "LSL")) || (data28 === "LYD")) || (data28 === "MAD")) || (data28 === "MDL")) || (data28 === "MGA")) || (data28 === "MKD")) || (data28 === "MMK")) || (data28 === "MNT")) || (data28 === "MOP")) || (data28 === "MRU")) || (data28 === "MUR")) || (data28 === "MVR")) || (data28 === "MWK")) || (data28 === "MXN")) || (data28 === "MYR")) || (data28 === "MZN")) || (data28 === "NAD")) || (data28 === "NGN")) || (data28 === "NIO")) || (data28 === "NOK")) || (data28 === "NPR")) || (data28 === "NZD")) || (data28 === "OMR")) || (data28 === "PAB")) || (data28 === "PEN")) || (data28 === "PGK")) || (data28 === "PHP")) || (data28 === "PKR")) || (data28 === "PLN")) || (data28 === "PYG")) || (data28 === "QAR")) || (data28 === "RON")) || (data28 === "RSD")) || (data28 === "RUB")) || (data28 === "RWF")) || (data28 === "SAR")) || (data28 === "SBD")) || (data28 === "SCR")) || (data28 === "SDG")) || (data28 === "SEK")) || (data28 === "SGD")) || (data28 === "SHP")) || (data28 === "SLE")) || (data28 === "SOS")) || (data28 === "SRD")) || (data28 === "SSP")) || (data28 === "STN")) || (data28 === "SVC")) || (data28 === "SYP")) || (data28 === "SZL")) || (data28 === "THB")) || (data28 === "TJS")) || (data28 === "TMT")) || (data28 === "TND")) || (data28 === "TOP")) || (data28 === "TRY")) || (data28 === "TTD")) || (data28 === "TWD")) || (data28 === "TZS")) || (data28 === "UAH")) || (data28 === "UGX")) || (data28 === "USD")) || (data28 === "UYU")) || (data28 === "UYW")) || (data28 === "UZS")) || (data28 === "VED")) || (data28 === "VES")) || (data28 === "VND")) || (data28 === "VUV")) || (data28 === "WST")) || (data28 === "XAD")) || (data28 === "XAF")) || (data28 === "XCD")) || (data28 === "XCG")) || (data28 === "XOF")) || (data28 === "XPF")) || (data28 === "YER")) || (data28 === "ZAR")) || (data28 === "ZMW")) || (data28 === "ZWG"))){
const err63 = {instancePath:instancePath+"/data/line_items/" + i0+"/currency",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[0].properties.line_items.items.properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
var valid6 = _errs68 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.unit_amount_minor !== undefined){
let data29 = data19.unit_amount_minor;
const _errs70 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err64 = {instancePath:instancePath+"/data/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(errors === _errs70){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 99999999999 || isNaN(data29)){
const err65 = {instancePath:instancePath+"/data/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
else {
if(data29 < 1 || isNaN(data29)){
const err66 = {instancePath:instancePath+"/data/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
else {
if(!(formats26.validate(data29))){
const err67 = {instancePath:instancePath+"/data/line_items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
}
}
var valid6 = _errs70 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.total_amount_minor !== undefined){
let data30 = data19.total_amount_minor;
const _errs72 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err68 = {instancePath:instancePath+"/data/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(errors === _errs72){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 99999999999 || isNaN(data30)){
const err69 = {instancePath:instancePath+"/data/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
else {
if(data30 < 1 || isNaN(data30)){
const err70 = {instancePath:instancePath+"/data/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
else {
if(!(formats26.validate(data30))){
const err71 = {instancePath:instancePath+"/data/line_items/" + i0+"/total_amount_minor",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/total_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
}
}
var valid6 = _errs72 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.type !== undefined){
let data31 = data19.type;
const _errs74 = errors;
if(typeof data31 !== "string"){
const err72 = {instancePath:instancePath+"/data/line_items/" + i0+"/type",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(!((data31 === "one_time") || (data31 === "recurring"))){
const err73 = {instancePath:instancePath+"/data/line_items/" + i0+"/type",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[0].properties.line_items.items.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var valid6 = _errs74 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.billing_interval !== undefined){
let data32 = data19.billing_interval;
const _errs76 = errors;
if((typeof data32 !== "string") && (data32 !== null)){
const err74 = {instancePath:instancePath+"/data/line_items/" + i0+"/billing_interval",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/billing_interval/type",keyword:"type",params:{type: schema63.properties.data.oneOf[0].properties.line_items.items.properties.billing_interval.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(!(((((data32 === "day") || (data32 === "week")) || (data32 === "month")) || (data32 === "year")) || (data32 === null))){
const err75 = {instancePath:instancePath+"/data/line_items/" + i0+"/billing_interval",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[0].properties.line_items.items.properties.billing_interval.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
var valid6 = _errs76 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.interval_count !== undefined){
let data33 = data19.interval_count;
const _errs78 = errors;
if((!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))) && (data33 !== null)){
const err76 = {instancePath:instancePath+"/data/line_items/" + i0+"/interval_count",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/type",keyword:"type",params:{type: schema63.properties.data.oneOf[0].properties.line_items.items.properties.interval_count.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(errors === _errs78){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 999 || isNaN(data33)){
const err77 = {instancePath:instancePath+"/data/line_items/" + i0+"/interval_count",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
else {
if(data33 < 1 || isNaN(data33)){
const err78 = {instancePath:instancePath+"/data/line_items/" + i0+"/interval_count",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
}
var valid6 = _errs78 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.metadata !== undefined){
let data34 = data19.metadata;
const _errs80 = errors;
if(errors === _errs80){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(!(keyword0(data34, 16384, data19))){
const err79 = {instancePath:instancePath+"/data/line_items/" + i0+"/metadata",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
else {
if(!(keyword1(data34, 8, data19))){
const err80 = {instancePath:instancePath+"/data/line_items/" + i0+"/metadata",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/data/line_items/" + i0+"/metadata",schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
var valid6 = _errs80 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err82 = {instancePath:instancePath+"/data/line_items/" + i0,schemaPath:"#/properties/data/oneOf/0/properties/line_items/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
var valid5 = _errs50 === errors;
if(!valid5){
break;
}
}
}
}
}
else {
const err83 = {instancePath:instancePath+"/data/line_items",schemaPath:"#/properties/data/oneOf/0/properties/line_items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
var valid2 = _errs48 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.expires_at !== undefined){
let data35 = data3.expires_at;
const _errs83 = errors;
if(errors === _errs83){
if(errors === _errs83){
if(typeof data35 === "string"){
if(!pattern13.test(data35)){
const err84 = {instancePath:instancePath+"/data/expires_at",schemaPath:"#/properties/data/oneOf/0/properties/expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
else {
if(!(formats6.validate(data35))){
const err85 = {instancePath:instancePath+"/data/expires_at",schemaPath:"#/properties/data/oneOf/0/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
else {
const err86 = {instancePath:instancePath+"/data/expires_at",schemaPath:"#/properties/data/oneOf/0/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
var valid2 = _errs83 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.completed_at !== undefined){
let data36 = data3.completed_at;
const _errs85 = errors;
const _errs86 = errors;
let valid7 = false;
let passing3 = null;
const _errs87 = errors;
if(errors === _errs87){
if(errors === _errs87){
if(typeof data36 === "string"){
if(!pattern13.test(data36)){
const err87 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/0/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
else {
if(!(formats6.validate(data36))){
const err88 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/0/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
}
else {
const err89 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/0/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
var _valid3 = _errs87 === errors;
if(_valid3){
valid7 = true;
passing3 = 0;
}
const _errs89 = errors;
if(data36 !== null){
const err90 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/0/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
var _valid3 = _errs89 === errors;
if(_valid3 && valid7){
valid7 = false;
passing3 = [passing3, 1];
}
else {
if(_valid3){
valid7 = true;
passing3 = 1;
}
}
if(!valid7){
const err91 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/0/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing3},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
else {
errors = _errs86;
if(vErrors !== null){
if(_errs86){
vErrors.length = _errs86;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs85 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.created_at !== undefined){
let data37 = data3.created_at;
const _errs91 = errors;
if(errors === _errs91){
if(errors === _errs91){
if(typeof data37 === "string"){
if(!pattern13.test(data37)){
const err92 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/0/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
else {
if(!(formats6.validate(data37))){
const err93 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/0/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/0/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
var valid2 = _errs91 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.updated_at !== undefined){
let data38 = data3.updated_at;
const _errs93 = errors;
if(errors === _errs93){
if(errors === _errs93){
if(typeof data38 === "string"){
if(!pattern13.test(data38)){
const err95 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/0/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
else {
if(!(formats6.validate(data38))){
const err96 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/0/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
else {
const err97 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/0/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
var valid2 = _errs93 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err98 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.object = true;
props0.customer_id = true;
props0.external_id = true;
props0.mode = true;
props0.status = true;
props0.currency = true;
props0.amount_total_minor = true;
props0.amount_refunded_minor = true;
props0.payment_id = true;
props0.checkout_url = true;
props0.success_url = true;
props0.cancel_url = true;
props0.metadata = true;
props0.line_items = true;
props0.expires_at = true;
props0.completed_at = true;
props0.created_at = true;
props0.updated_at = true;
}
const _errs95 = errors;
if(errors === _errs95){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing3;
if((((((((((((((((data3.id === undefined) && (missing3 = "id")) || ((data3.object === undefined) && (missing3 = "object"))) || ((data3.payment_id === undefined) && (missing3 = "payment_id"))) || ((data3.checkout_id === undefined) && (missing3 = "checkout_id"))) || ((data3.amount_minor === undefined) && (missing3 = "amount_minor"))) || ((data3.currency === undefined) && (missing3 = "currency"))) || ((data3.status === undefined) && (missing3 = "status"))) || ((data3.origin === undefined) && (missing3 = "origin"))) || ((data3.reason === undefined) && (missing3 = "reason"))) || ((data3.external_id === undefined) && (missing3 = "external_id"))) || ((data3.metadata === undefined) && (missing3 = "metadata"))) || ((data3.failure_reason === undefined) && (missing3 = "failure_reason"))) || ((data3.completed_at === undefined) && (missing3 = "completed_at"))) || ((data3.created_at === undefined) && (missing3 = "created_at"))) || ((data3.updated_at === undefined) && (missing3 = "updated_at"))){
const err99 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/oneOf/1/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
else {
if(data3.id !== undefined){
let data39 = data3.id;
const _errs97 = errors;
if(errors === _errs97){
if(typeof data39 === "string"){
if(!pattern145.test(data39)){
const err100 = {instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/oneOf/1/properties/id/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
else {
const err101 = {instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/oneOf/1/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
var valid8 = _errs97 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.object !== undefined){
let data40 = data3.object;
const _errs99 = errors;
if(typeof data40 !== "string"){
const err102 = {instancePath:instancePath+"/data/object",schemaPath:"#/properties/data/oneOf/1/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if("refund" !== data40){
const err103 = {instancePath:instancePath+"/data/object",schemaPath:"#/properties/data/oneOf/1/properties/object/const",keyword:"const",params:{allowedValue: "refund"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
var valid8 = _errs99 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.payment_id !== undefined){
let data41 = data3.payment_id;
const _errs101 = errors;
if(errors === _errs101){
if(typeof data41 === "string"){
if(!pattern51.test(data41)){
const err104 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/1/properties/payment_id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
else {
const err105 = {instancePath:instancePath+"/data/payment_id",schemaPath:"#/properties/data/oneOf/1/properties/payment_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
var valid8 = _errs101 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.checkout_id !== undefined){
let data42 = data3.checkout_id;
const _errs103 = errors;
if(errors === _errs103){
if(typeof data42 === "string"){
if(!pattern49.test(data42)){
const err106 = {instancePath:instancePath+"/data/checkout_id",schemaPath:"#/properties/data/oneOf/1/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath:instancePath+"/data/checkout_id",schemaPath:"#/properties/data/oneOf/1/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
var valid8 = _errs103 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.amount_minor !== undefined){
let data43 = data3.amount_minor;
const _errs105 = errors;
if(!(((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43))) && (isFinite(data43)))){
const err108 = {instancePath:instancePath+"/data/amount_minor",schemaPath:"#/properties/data/oneOf/1/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(errors === _errs105){
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 > 99999999999 || isNaN(data43)){
const err109 = {instancePath:instancePath+"/data/amount_minor",schemaPath:"#/properties/data/oneOf/1/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
else {
if(data43 < 1 || isNaN(data43)){
const err110 = {instancePath:instancePath+"/data/amount_minor",schemaPath:"#/properties/data/oneOf/1/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
else {
if(!(formats26.validate(data43))){
const err111 = {instancePath:instancePath+"/data/amount_minor",schemaPath:"#/properties/data/oneOf/1/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
}
}
var valid8 = _errs105 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.currency !== undefined){
let data44 = data3.currency;
const _errs107 = errors;
if(typeof data44 !== "string"){
const err112 = {instancePath:instancePath+"/data/currency",schemaPath:"#/properties/data/oneOf/1/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data44 === "AED") || (data44 === "AFN")) || (data44 === "ALL")) || (data44 === "AMD")) || (data44 === "AOA")) || (data44 === "ARS")) || (data44 === "AUD")) || (data44 === "AWG")) || (data44 === "AZN")) || (data44 === "BAM")) || (data44 === "BBD")) || (data44 === "BDT")) || (data44 === "BHD")) || (data44 === "BIF")) || (data44 === "BMD")) || (data44 === "BND")) || (data44 === "BOB")) || (data44 === "BRL")) || (data44 === "BSD")) || (data44 === "BTN")) || (data44 === "BWP")) || (data44 === "BYN")) || (data44 === "BZD")) || (data44 === "CAD")) || (data44 === "CDF")) || (data44 === "CHF")) || (data44 === "CLP")) || (data44 === "CNY")) || (data44 === "COP")) || (data44 === "CRC")) || (data44 === "CUP")) || (data44 === "CVE")) || (data44 === "CZK")) || (data44 === "DJF")) || (data44 === "DKK")) || (data44 === "DOP")) || (data44 === "DZD")) || (data44 === "EGP")) || (data44 === "ERN")) || (data44 === "ETB")) || (data44 === "EUR")) || (data44 === "FJD")) || (data44 === "FKP")) || (data44 === "GBP")) || (data44 === "GEL")) || (data44 === "GHS")) || (data44 === "GIP")) || (data44 === "GMD")) || (data44 === "GNF")) || (data44 === "GTQ")) || (data44 === "GYD")) || (data44 === "HKD")) || (data44 === "HNL")) || (data44 === "HTG")) || (data44 === "HUF")) || (data44 === "IDR")) || (data44 === "ILS")) || (data44 === "INR")) || (data44 === "IQD")) || (data44 === "IRR")) || (data44 === "ISK")) || (data44 === "JMD")) || (data44 === "JOD")) || (data44 === "JPY")) || (data44 === "KES")) || (data44 === "KGS")) || (data44 === "KHR")) || (data44 === "KMF")) || (data44 === "KPW")) || (data44 === "KRW")) || (data44 === "KWD")) || (data44 === "KYD")) || (data44 === "KZT")) || (data44 === "LAK")) || (data44 === "LBP")) || (data44 === "LKR")) || (data44 === "LRD")) || (data44 === "LSL")) || (data44 === "LYD")) || (data44 === "MAD")) || (data44 === "MDL")) || (data44 === "MGA")) || (data44 === "MKD")) || (data44 === "MMK")) || (data44 === "MNT")) || (data44 === "MOP")) || (data44 === "MRU")) || (data44 === "MUR")) || (data44 === "MVR")) || (data44 === "MWK")) || (data44 === "MXN")) || (data44 === "MYR")) || (data44 === "MZN")) || (data44 === "NAD")) || (data44 === "NGN")) || (data44 === "NIO")) || (data44 === "NOK")) || (data44 === "NPR")) || (data44 === "NZD")) || (data44 === "OMR")) || (data44 === "PAB")) || (data44 === "PEN")) || (data44 === "PGK")) || (data44 === "PHP")) || (data44 === "PKR")) || (data44 === "PLN")) || (data44 === "PYG")) || (data44 === "QAR")) || (data44 === "RON")) || (data44 === "RSD")) || (data44 === "RUB")) || (data44 === "RWF")) || (data44 === "SAR")) || (data44 === "SBD")) || (data44 === "SCR")) || (data44 === "SDG")) || (data44 === "SEK")) || (data44 === "SGD")) || (data44 === "SHP")) || (data44 === "SLE")) || (data44 === "SOS")) || (data44 === "SRD")) || (data44 === "SSP")) || (data44 === "STN")) || (data44 === "SVC")) || (data44 === "SYP")) || (data44 === "SZL")) || (data44 === "THB")) || (data44 === "TJS")) || (data44 === "TMT")) || (data44 === "TND")) || (data44 === "TOP")) || (data44 === "TRY")) || (data44 === "TTD")) || (data44 === "TWD")) || (data44 === "TZS")) || (data44 === "UAH")) || (data44 === "UGX")) || (data44 === "USD")) || (data44 === "UYU")) || (data44 === "UYW")) || (data44 === "UZS")) || (data44 === "VED")) || (data44 === "VES")) || (data44 === "VND")) || (data44 === "VUV")) || (data44 === "WST")) || (data44 === "XAD")) || (data44 === "XAF")) || (data44 === "XCD")) || (data44 === "XCG")) || (data44 === "XOF")) || (data44 === "XPF")) || (data44 === "YER")) || (data44 === "ZAR")) || (data44 === "ZMW")) || (data44 === "ZWG"))){
const err113 = {instancePath:instancePath+"/data/currency",schemaPath:"#/properties/data/oneOf/1/properties/currency/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[1].properties.currency.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
var valid8 = _errs107 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.status !== undefined){
let data45 = data3.status;
const _errs109 = errors;
if(typeof data45 !== "string"){
const err114 = {instancePath:instancePath+"/data/status",schemaPath:"#/properties/data/oneOf/1/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(!(((data45 === "pending") || (data45 === "succeeded")) || (data45 === "failed"))){
const err115 = {instancePath:instancePath+"/data/status",schemaPath:"#/properties/data/oneOf/1/properties/status/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[1].properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
var valid8 = _errs109 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.origin !== undefined){
let data46 = data3.origin;
const _errs111 = errors;
if(typeof data46 !== "string"){
const err116 = {instancePath:instancePath+"/data/origin",schemaPath:"#/properties/data/oneOf/1/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(!(((data46 === "seller") || (data46 === "bank")) || (data46 === "automatic"))){
const err117 = {instancePath:instancePath+"/data/origin",schemaPath:"#/properties/data/oneOf/1/properties/origin/enum",keyword:"enum",params:{allowedValues: schema63.properties.data.oneOf[1].properties.origin.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
var valid8 = _errs111 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.reason !== undefined){
let data47 = data3.reason;
const _errs113 = errors;
if((typeof data47 !== "string") && (data47 !== null)){
const err118 = {instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/oneOf/1/properties/reason/type",keyword:"type",params:{type: schema63.properties.data.oneOf[1].properties.reason.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
if(errors === _errs113){
if(typeof data47 === "string"){
if(func1(data47) > 140){
const err119 = {instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/oneOf/1/properties/reason/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
else {
if(func1(data47) < 1){
const err120 = {instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/oneOf/1/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
}
var valid8 = _errs113 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.external_id !== undefined){
let data48 = data3.external_id;
const _errs115 = errors;
if((typeof data48 !== "string") && (data48 !== null)){
const err121 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/1/properties/external_id/type",keyword:"type",params:{type: schema63.properties.data.oneOf[1].properties.external_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(errors === _errs115){
if(typeof data48 === "string"){
if(func1(data48) > 255){
const err122 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/1/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
else {
if(func1(data48) < 1){
const err123 = {instancePath:instancePath+"/data/external_id",schemaPath:"#/properties/data/oneOf/1/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
}
var valid8 = _errs115 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.metadata !== undefined){
let data49 = data3.metadata;
const _errs117 = errors;
if(errors === _errs117){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(!(keyword0(data49, 16384, data3))){
const err124 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/1/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
else {
if(!(keyword1(data49, 8, data3))){
const err125 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/1/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
}
else {
const err126 = {instancePath:instancePath+"/data/metadata",schemaPath:"#/properties/data/oneOf/1/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
var valid8 = _errs117 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.failure_reason !== undefined){
let data50 = data3.failure_reason;
const _errs120 = errors;
if((typeof data50 !== "string") && (data50 !== null)){
const err127 = {instancePath:instancePath+"/data/failure_reason",schemaPath:"#/properties/data/oneOf/1/properties/failure_reason/type",keyword:"type",params:{type: schema63.properties.data.oneOf[1].properties.failure_reason.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
if(errors === _errs120){
if(typeof data50 === "string"){
if(func1(data50) > 255){
const err128 = {instancePath:instancePath+"/data/failure_reason",schemaPath:"#/properties/data/oneOf/1/properties/failure_reason/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
else {
if(func1(data50) < 1){
const err129 = {instancePath:instancePath+"/data/failure_reason",schemaPath:"#/properties/data/oneOf/1/properties/failure_reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
}
var valid8 = _errs120 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.completed_at !== undefined){
let data51 = data3.completed_at;
const _errs122 = errors;
const _errs123 = errors;
let valid9 = false;
let passing4 = null;
const _errs124 = errors;
if(errors === _errs124){
if(errors === _errs124){
if(typeof data51 === "string"){
if(!pattern13.test(data51)){
const err130 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/1/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
else {
if(!(formats6.validate(data51))){
const err131 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/1/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
else {
const err132 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/1/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
}
var _valid4 = _errs124 === errors;
if(_valid4){
valid9 = true;
passing4 = 0;
}
const _errs126 = errors;
if(data51 !== null){
const err133 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/1/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
var _valid4 = _errs126 === errors;
if(_valid4 && valid9){
valid9 = false;
passing4 = [passing4, 1];
}
else {
if(_valid4){
valid9 = true;
passing4 = 1;
}
}
if(!valid9){
const err134 = {instancePath:instancePath+"/data/completed_at",schemaPath:"#/properties/data/oneOf/1/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing4},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
else {
errors = _errs123;
if(vErrors !== null){
if(_errs123){
vErrors.length = _errs123;
}
else {
vErrors = null;
}
}
}
var valid8 = _errs122 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.created_at !== undefined){
let data52 = data3.created_at;
const _errs128 = errors;
if(errors === _errs128){
if(errors === _errs128){
if(typeof data52 === "string"){
if(!pattern13.test(data52)){
const err135 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/1/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
else {
if(!(formats6.validate(data52))){
const err136 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/1/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
else {
const err137 = {instancePath:instancePath+"/data/created_at",schemaPath:"#/properties/data/oneOf/1/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
var valid8 = _errs128 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data3.updated_at !== undefined){
let data53 = data3.updated_at;
const _errs130 = errors;
if(errors === _errs130){
if(errors === _errs130){
if(typeof data53 === "string"){
if(!pattern13.test(data53)){
const err138 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/1/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
else {
if(!(formats6.validate(data53))){
const err139 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/1/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
}
else {
const err140 = {instancePath:instancePath+"/data/updated_at",schemaPath:"#/properties/data/oneOf/1/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
}
var valid8 = _errs130 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err141 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
var _valid0 = _errs95 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.object = true;
props0.payment_id = true;
props0.checkout_id = true;
props0.amount_minor = true;
props0.currency = true;
props0.status = true;
props0.origin = true;
props0.reason = true;
props0.external_id = true;
props0.metadata = true;
props0.failure_reason = true;
props0.completed_at = true;
props0.created_at = true;
props0.updated_at = true;
}
}
}
if(!valid1){
const err142 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
validate52.errors = vErrors;
return false;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data54 = data.created_at;
const _errs132 = errors;
if(errors === _errs132){
if(errors === _errs132){
if(typeof data54 === "string"){
if(!pattern13.test(data54)){
validate52.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data54))){
validate52.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs132 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":{"id":true,"object":true,"type":true,"data":true,"created_at":true},"dynamicProps":false,"dynamicItems":false};

const listPayments_200 = validate53;
const schema64 = {"type":"object","description":"A page of payments.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The payments of this page.","items":{"type":"object","description":"A transfer that arrived for a checkout.","required":["id","object","checkout_id","status","amount_minor","amount_refunded_minor","currency","method","end_to_end_id","txid","return_reason","paid_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"object":{"type":"string","const":"payment","description":"Always `payment`."},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"status":{"type":"string","description":"`succeeded`, `partially_refunded` or `refunded` for the payment that completed its checkout; `returned` for money that did not, and is sent back.","enum":["succeeded","partially_refunded","refunded","returned"],"examples":["succeeded"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"method":{"type":"string","const":"pix","description":"Always `pix`."},"end_to_end_id":{"description":"Its id in the whole Pix system, as the bank's statement has it; one of that form in the sandbox. Null in payments of the sandbox that are older than these ids.","oneOf":[{"type":"string","description":"Id of a transfer in the whole Pix system.","pattern":"^[a-zA-Z0-9]{32}$","examples":["E00416968202603021312a1b2c3d4e5f"]},{"type":"null"}]},"txid":{"description":"The charge that it paid, at the bank. Null in the sandbox.","oneOf":[{"type":"string","description":"Id of a charge at the bank.","pattern":"^[a-zA-Z0-9]{26,35}$","examples":["019caeab92a3707db5e6f9b18daf0c57"]},{"type":"null"}]},"return_reason":{"type":["string","null"],"description":"Why it is sent back, when its `status` is `returned`; else null.","enum":["late","canceled","duplicate","wrong_amount",null],"examples":[null,"duplicate"]},"paid_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4",null]}}};
const pattern172 = new RegExp("^[a-zA-Z0-9]{32}$", "u");
const pattern173 = new RegExp("^[a-zA-Z0-9]{26,35}$", "u");

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate53.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate53.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate53.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate53.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.checkout_id === undefined) && (missing1 = "checkout_id"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.amount_minor === undefined) && (missing1 = "amount_minor"))) || ((data2.amount_refunded_minor === undefined) && (missing1 = "amount_refunded_minor"))) || ((data2.currency === undefined) && (missing1 = "currency"))) || ((data2.method === undefined) && (missing1 = "method"))) || ((data2.end_to_end_id === undefined) && (missing1 = "end_to_end_id"))) || ((data2.txid === undefined) && (missing1 = "txid"))) || ((data2.return_reason === undefined) && (missing1 = "return_reason"))) || ((data2.paid_at === undefined) && (missing1 = "paid_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern51.test(data3)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("payment" !== data4){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.checkout_id !== undefined){
let data5 = data2.checkout_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern49.test(data5)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_id",schemaPath:"#/properties/data/items/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_id",schemaPath:"#/properties/data/items/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data6 = data2.status;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data6 === "succeeded") || (data6 === "partially_refunded")) || (data6 === "refunded")) || (data6 === "returned"))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema64.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_minor !== undefined){
let data7 = data2.amount_minor;
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 99999999999 || isNaN(data7)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data7))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_refunded_minor !== undefined){
let data8 = data2.amount_refunded_minor;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 99999999999 || isNaN(data8)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats26.validate(data8))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.currency !== undefined){
let data9 = data2.currency;
const _errs19 = errors;
if(typeof data9 !== "string"){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data9 === "AED") || (data9 === "AFN")) || (data9 === "ALL")) || (data9 === "AMD")) || (data9 === "AOA")) || (data9 === "ARS")) || (data9 === "AUD")) || (data9 === "AWG")) || (data9 === "AZN")) || (data9 === "BAM")) || (data9 === "BBD")) || (data9 === "BDT")) || (data9 === "BHD")) || (data9 === "BIF")) || (data9 === "BMD")) || (data9 === "BND")) || (data9 === "BOB")) || (data9 === "BRL")) || (data9 === "BSD")) || (data9 === "BTN")) || (data9 === "BWP")) || (data9 === "BYN")) || (data9 === "BZD")) || (data9 === "CAD")) || (data9 === "CDF")) || (data9 === "CHF")) || (data9 === "CLP")) || (data9 === "CNY")) || (data9 === "COP")) || (data9 === "CRC")) || (data9 === "CUP")) || (data9 === "CVE")) || (data9 === "CZK")) || (data9 === "DJF")) || (data9 === "DKK")) || (data9 === "DOP")) || (data9 === "DZD")) || (data9 === "EGP")) || (data9 === "ERN")) || (data9 === "ETB")) || (data9 === "EUR")) || (data9 === "FJD")) || (data9 === "FKP")) || (data9 === "GBP")) || (data9 === "GEL")) || (data9 === "GHS")) || (data9 === "GIP")) || (data9 === "GMD")) || (data9 === "GNF")) || (data9 === "GTQ")) || (data9 === "GYD")) || (data9 === "HKD")) || (data9 === "HNL")) || (data9 === "HTG")) || (data9 === "HUF")) || (data9 === "IDR")) || (data9 === "ILS")) || (data9 === "INR")) || (data9 === "IQD")) || (data9 === "IRR")) || (data9 === "ISK")) || (data9 === "JMD")) || (data9 === "JOD")) || (data9 === "JPY")) || (data9 === "KES")) || (data9 === "KGS")) || (data9 === "KHR")) || (data9 === "KMF")) || (data9 === "KPW")) || (data9 === "KRW")) || (data9 === "KWD")) || (data9 === "KYD")) || (data9 === "KZT")) || (data9 === "LAK")) || (data9 === "LBP")) || (data9 === "LKR")) || (data9 === "LRD")) || (data9 === "LSL")) || (data9 === "LYD")) || (data9 === "MAD")) || (data9 === "MDL")) || (data9 === "MGA")) || (data9 === "MKD")) || (data9 === "MMK")) || (data9 === "MNT")) || (data9 === "MOP")) || (data9 === "MRU")) || (data9 === "MUR")) || (data9 === "MVR")) || (data9 === "MWK")) || (data9 === "MXN")) || (data9 === "MYR")) || (data9 === "MZN")) || (data9 === "NAD")) || (data9 === "NGN")) || (data9 === "NIO")) || (data9 === "NOK")) || (data9 === "NPR")) || (data9 === "NZD")) || (data9 === "OMR")) || (data9 === "PAB")) || (data9 === "PEN")) || (data9 === "PGK")) || (data9 === "PHP")) || (data9 === "PKR")) || (data9 === "PLN")) || (data9 === "PYG")) || (data9 === "QAR")) || (data9 === "RON")) || (data9 === "RSD")) || (data9 === "RUB")) || (data9 === "RWF")) || (data9 === "SAR")) || (data9 === "SBD")) || (data9 === "SCR")) || (data9 === "SDG")) || (data9 === "SEK")) || (data9 === "SGD")) || (data9 === "SHP")) || (data9 === "SLE")) || (data9 === "SOS")) || (data9 === "SRD")) || (data9 === "SSP")) || (data9 === "STN")) || (data9 === "SVC")) || (data9 === "SYP")) || (data9 === "SZL")) || (data9 === "THB")) || (data9 === "TJS")) || (data9 === "TMT")) || (data9 === "TND")) || (data9 === "TOP")) || (data9 === "TRY")) || (data9 === "TTD")) || (data9 === "TWD")) || (data9 === "TZS")) || (data9 === "UAH")) || (data9 === "UGX")) || (data9 === "USD")) || (data9 === "UYU")) || (data9 === "UYW")) || (data9 === "UZS")) || (data9 === "VED")) || (data9 === "VES")) || (data9 === "VND")) || (data9 === "VUV")) || (data9 === "WST")) || (data9 === "XAD")) || (data9 === "XAF")) || (data9 === "XCD")) || (data9 === "XCG")) || (data9 === "XOF")) || (data9 === "XPF")) || (data9 === "YER")) || (data9 === "ZAR")) || (data9 === "ZMW")) || (data9 === "ZWG"))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema64.properties.data.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.method !== undefined){
let data10 = data2.method;
const _errs21 = errors;
if(typeof data10 !== "string"){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/method",schemaPath:"#/properties/data/items/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("pix" !== data10){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/method",schemaPath:"#/properties/data/items/properties/method/const",keyword:"const",params:{allowedValue: "pix"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.end_to_end_id !== undefined){
let data11 = data2.end_to_end_id;
const _errs23 = errors;
const _errs24 = errors;
let valid3 = false;
let passing0 = null;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(!pattern172.test(data11)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/end_to_end_id",schemaPath:"#/properties/data/items/properties/end_to_end_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{32}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{32}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/data/" + i0+"/end_to_end_id",schemaPath:"#/properties/data/items/properties/end_to_end_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs25 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs27 = errors;
if(data11 !== null){
const err2 = {instancePath:instancePath+"/data/" + i0+"/end_to_end_id",schemaPath:"#/properties/data/items/properties/end_to_end_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err3 = {instancePath:instancePath+"/data/" + i0+"/end_to_end_id",schemaPath:"#/properties/data/items/properties/end_to_end_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate53.errors = vErrors;
return false;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.txid !== undefined){
let data12 = data2.txid;
const _errs29 = errors;
const _errs30 = errors;
let valid4 = false;
let passing1 = null;
const _errs31 = errors;
if(errors === _errs31){
if(typeof data12 === "string"){
if(!pattern173.test(data12)){
const err4 = {instancePath:instancePath+"/data/" + i0+"/txid",schemaPath:"#/properties/data/items/properties/txid/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{26,35}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{26,35}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/data/" + i0+"/txid",schemaPath:"#/properties/data/items/properties/txid/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs31 === errors;
if(_valid1){
valid4 = true;
passing1 = 0;
}
const _errs33 = errors;
if(data12 !== null){
const err6 = {instancePath:instancePath+"/data/" + i0+"/txid",schemaPath:"#/properties/data/items/properties/txid/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid1 = _errs33 === errors;
if(_valid1 && valid4){
valid4 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid4 = true;
passing1 = 1;
}
}
if(!valid4){
const err7 = {instancePath:instancePath+"/data/" + i0+"/txid",schemaPath:"#/properties/data/items/properties/txid/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate53.errors = vErrors;
return false;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.return_reason !== undefined){
let data13 = data2.return_reason;
const _errs35 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/return_reason",schemaPath:"#/properties/data/items/properties/return_reason/type",keyword:"type",params:{type: schema64.properties.data.items.properties.return_reason.type},message:"must be string,null"}];
return false;
}
if(!(((((data13 === "late") || (data13 === "canceled")) || (data13 === "duplicate")) || (data13 === "wrong_amount")) || (data13 === null))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/return_reason",schemaPath:"#/properties/data/items/properties/return_reason/enum",keyword:"enum",params:{allowedValues: schema64.properties.data.items.properties.return_reason.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.paid_at !== undefined){
let data14 = data2.paid_at;
const _errs37 = errors;
if(errors === _errs37){
if(errors === _errs37){
if(typeof data14 === "string"){
if(!pattern13.test(data14)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/paid_at",schemaPath:"#/properties/data/items/properties/paid_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data14))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/paid_at",schemaPath:"#/properties/data/items/properties/paid_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/paid_at",schemaPath:"#/properties/data/items/properties/paid_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs37 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data15 = data2.created_at;
const _errs39 = errors;
if(errors === _errs39){
if(errors === _errs39){
if(typeof data15 === "string"){
if(!pattern13.test(data15)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data15))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data16 = data2.updated_at;
const _errs41 = errors;
if(errors === _errs41){
if(errors === _errs41){
if(typeof data16 === "string"){
if(!pattern13.test(data16)){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data16))){
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs43 = errors;
if(typeof data.has_more !== "boolean"){
validate53.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data18 = data.next_cursor;
const _errs45 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate53.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema64.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const getPayment_200 = validate54;
const schema65 = {"type":"object","description":"A transfer that arrived for a checkout.","required":["id","object","checkout_id","status","amount_minor","amount_refunded_minor","currency","method","end_to_end_id","txid","return_reason","paid_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"object":{"type":"string","const":"payment","description":"Always `payment`."},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"status":{"type":"string","description":"`succeeded`, `partially_refunded` or `refunded` for the payment that completed its checkout; `returned` for money that did not, and is sent back.","enum":["succeeded","partially_refunded","refunded","returned"],"examples":["succeeded"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"amount_refunded_minor":{"type":"integer","format":"int64","description":"How much of it has gone back to the buyer, in minor units.","minimum":0,"maximum":99999999999,"examples":[0,1500]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"method":{"type":"string","const":"pix","description":"Always `pix`."},"end_to_end_id":{"description":"Its id in the whole Pix system, as the bank's statement has it; one of that form in the sandbox. Null in payments of the sandbox that are older than these ids.","oneOf":[{"type":"string","description":"Id of a transfer in the whole Pix system.","pattern":"^[a-zA-Z0-9]{32}$","examples":["E00416968202603021312a1b2c3d4e5f"]},{"type":"null"}]},"txid":{"description":"The charge that it paid, at the bank. Null in the sandbox.","oneOf":[{"type":"string","description":"Id of a charge at the bank.","pattern":"^[a-zA-Z0-9]{26,35}$","examples":["019caeab92a3707db5e6f9b18daf0c57"]},{"type":"null"}]},"return_reason":{"type":["string","null"],"description":"Why it is sent back, when its `status` is `returned`; else null.","enum":["late","canceled","duplicate","wrong_amount",null],"examples":[null,"duplicate"]},"paid_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.checkout_id === undefined) && (missing0 = "checkout_id"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.amount_minor === undefined) && (missing0 = "amount_minor"))) || ((data.amount_refunded_minor === undefined) && (missing0 = "amount_refunded_minor"))) || ((data.currency === undefined) && (missing0 = "currency"))) || ((data.method === undefined) && (missing0 = "method"))) || ((data.end_to_end_id === undefined) && (missing0 = "end_to_end_id"))) || ((data.txid === undefined) && (missing0 = "txid"))) || ((data.return_reason === undefined) && (missing0 = "return_reason"))) || ((data.paid_at === undefined) && (missing0 = "paid_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate54.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern51.test(data0)){
validate54.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate54.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate54.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("payment" !== data1){
validate54.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "payment"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data2 = data.checkout_id;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern49.test(data2)){
validate54.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate54.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data3 = data.status;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate54.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data3 === "succeeded") || (data3 === "partially_refunded")) || (data3 === "refunded")) || (data3 === "returned"))){
validate54.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema65.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_minor !== undefined){
let data4 = data.amount_minor;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate54.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 99999999999 || isNaN(data4)){
validate54.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data4 < 1 || isNaN(data4)){
validate54.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data4))){
validate54.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_refunded_minor !== undefined){
let data5 = data.amount_refunded_minor;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate54.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 99999999999 || isNaN(data5)){
validate54.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate54.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats26.validate(data5))){
validate54.errors = [{instancePath:instancePath+"/amount_refunded_minor",schemaPath:"#/properties/amount_refunded_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.currency !== undefined){
let data6 = data.currency;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate54.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data6 === "AED") || (data6 === "AFN")) || (data6 === "ALL")) || (data6 === "AMD")) || (data6 === "AOA")) || (data6 === "ARS")) || (data6 === "AUD")) || (data6 === "AWG")) || (data6 === "AZN")) || (data6 === "BAM")) || (data6 === "BBD")) || (data6 === "BDT")) || (data6 === "BHD")) || (data6 === "BIF")) || (data6 === "BMD")) || (data6 === "BND")) || (data6 === "BOB")) || (data6 === "BRL")) || (data6 === "BSD")) || (data6 === "BTN")) || (data6 === "BWP")) || (data6 === "BYN")) || (data6 === "BZD")) || (data6 === "CAD")) || (data6 === "CDF")) || (data6 === "CHF")) || (data6 === "CLP")) || (data6 === "CNY")) || (data6 === "COP")) || (data6 === "CRC")) || (data6 === "CUP")) || (data6 === "CVE")) || (data6 === "CZK")) || (data6 === "DJF")) || (data6 === "DKK")) || (data6 === "DOP")) || (data6 === "DZD")) || (data6 === "EGP")) || (data6 === "ERN")) || (data6 === "ETB")) || (data6 === "EUR")) || (data6 === "FJD")) || (data6 === "FKP")) || (data6 === "GBP")) || (data6 === "GEL")) || (data6 === "GHS")) || (data6 === "GIP")) || (data6 === "GMD")) || (data6 === "GNF")) || (data6 === "GTQ")) || (data6 === "GYD")) || (data6 === "HKD")) || (data6 === "HNL")) || (data6 === "HTG")) || (data6 === "HUF")) || (data6 === "IDR")) || (data6 === "ILS")) || (data6 === "INR")) || (data6 === "IQD")) || (data6 === "IRR")) || (data6 === "ISK")) || (data6 === "JMD")) || (data6 === "JOD")) || (data6 === "JPY")) || (data6 === "KES")) || (data6 === "KGS")) || (data6 === "KHR")) || (data6 === "KMF")) || (data6 === "KPW")) || (data6 === "KRW")) || (data6 === "KWD")) || (data6 === "KYD")) || (data6 === "KZT")) || (data6 === "LAK")) || (data6 === "LBP")) || (data6 === "LKR")) || (data6 === "LRD")) || (data6 === "LSL")) || (data6 === "LYD")) || (data6 === "MAD")) || (data6 === "MDL")) || (data6 === "MGA")) || (data6 === "MKD")) || (data6 === "MMK")) || (data6 === "MNT")) || (data6 === "MOP")) || (data6 === "MRU")) || (data6 === "MUR")) || (data6 === "MVR")) || (data6 === "MWK")) || (data6 === "MXN")) || (data6 === "MYR")) || (data6 === "MZN")) || (data6 === "NAD")) || (data6 === "NGN")) || (data6 === "NIO")) || (data6 === "NOK")) || (data6 === "NPR")) || (data6 === "NZD")) || (data6 === "OMR")) || (data6 === "PAB")) || (data6 === "PEN")) || (data6 === "PGK")) || (data6 === "PHP")) || (data6 === "PKR")) || (data6 === "PLN")) || (data6 === "PYG")) || (data6 === "QAR")) || (data6 === "RON")) || (data6 === "RSD")) || (data6 === "RUB")) || (data6 === "RWF")) || (data6 === "SAR")) || (data6 === "SBD")) || (data6 === "SCR")) || (data6 === "SDG")) || (data6 === "SEK")) || (data6 === "SGD")) || (data6 === "SHP")) || (data6 === "SLE")) || (data6 === "SOS")) || (data6 === "SRD")) || (data6 === "SSP")) || (data6 === "STN")) || (data6 === "SVC")) || (data6 === "SYP")) || (data6 === "SZL")) || (data6 === "THB")) || (data6 === "TJS")) || (data6 === "TMT")) || (data6 === "TND")) || (data6 === "TOP")) || (data6 === "TRY")) || (data6 === "TTD")) || (data6 === "TWD")) || (data6 === "TZS")) || (data6 === "UAH")) || (data6 === "UGX")) || (data6 === "USD")) || (data6 === "UYU")) || (data6 === "UYW")) || (data6 === "UZS")) || (data6 === "VED")) || (data6 === "VES")) || (data6 === "VND")) || (data6 === "VUV")) || (data6 === "WST")) || (data6 === "XAD")) || (data6 === "XAF")) || (data6 === "XCD")) || (data6 === "XCG")) || (data6 === "XOF")) || (data6 === "XPF")) || (data6 === "YER")) || (data6 === "ZAR")) || (data6 === "ZMW")) || (data6 === "ZWG"))){
validate54.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema65.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.method !== undefined){
let data7 = data.method;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate54.errors = [{instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("pix" !== data7){
validate54.errors = [{instancePath:instancePath+"/method",schemaPath:"#/properties/method/const",keyword:"const",params:{allowedValue: "pix"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.end_to_end_id !== undefined){
let data8 = data.end_to_end_id;
const _errs17 = errors;
const _errs18 = errors;
let valid1 = false;
let passing0 = null;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern172.test(data8)){
const err0 = {instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{32}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{32}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs19 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data8 !== null){
const err2 = {instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err3 = {instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate54.errors = vErrors;
return false;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txid !== undefined){
let data9 = data.txid;
const _errs23 = errors;
const _errs24 = errors;
let valid2 = false;
let passing1 = null;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data9 === "string"){
if(!pattern173.test(data9)){
const err4 = {instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{26,35}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{26,35}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs25 === errors;
if(_valid1){
valid2 = true;
passing1 = 0;
}
const _errs27 = errors;
if(data9 !== null){
const err6 = {instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid1 = _errs27 === errors;
if(_valid1 && valid2){
valid2 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid2 = true;
passing1 = 1;
}
}
if(!valid2){
const err7 = {instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate54.errors = vErrors;
return false;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return_reason !== undefined){
let data10 = data.return_reason;
const _errs29 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate54.errors = [{instancePath:instancePath+"/return_reason",schemaPath:"#/properties/return_reason/type",keyword:"type",params:{type: schema65.properties.return_reason.type},message:"must be string,null"}];
return false;
}
if(!(((((data10 === "late") || (data10 === "canceled")) || (data10 === "duplicate")) || (data10 === "wrong_amount")) || (data10 === null))){
validate54.errors = [{instancePath:instancePath+"/return_reason",schemaPath:"#/properties/return_reason/enum",keyword:"enum",params:{allowedValues: schema65.properties.return_reason.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.paid_at !== undefined){
let data11 = data.paid_at;
const _errs31 = errors;
if(errors === _errs31){
if(errors === _errs31){
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
validate54.errors = [{instancePath:instancePath+"/paid_at",schemaPath:"#/properties/paid_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data11))){
validate54.errors = [{instancePath:instancePath+"/paid_at",schemaPath:"#/properties/paid_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate54.errors = [{instancePath:instancePath+"/paid_at",schemaPath:"#/properties/paid_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data12 = data.created_at;
const _errs33 = errors;
if(errors === _errs33){
if(errors === _errs33){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
validate54.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data12))){
validate54.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate54.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data13 = data.updated_at;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate54.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate54.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate54.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate54.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":{"id":true,"object":true,"checkout_id":true,"status":true,"amount_minor":true,"amount_refunded_minor":true,"currency":true,"method":true,"end_to_end_id":true,"txid":true,"return_reason":true,"paid_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const createRefund_201 = validate55;
const schema66 = {"type":"object","description":"Money of a payment that goes back to the buyer (a *devolução*).","required":["id","object","payment_id","checkout_id","amount_minor","currency","status","origin","reason","external_id","metadata","failure_reason","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a refund.","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_refund_id","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]},"object":{"type":"string","const":"refund","description":"Always `refund`."},"payment_id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"status":{"type":"string","description":"`pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).","enum":["pending","succeeded","failed"],"examples":["succeeded"]},"origin":{"type":"string","description":"Who ordered it: `seller` by this API; `bank` by itself, after a report of fraud, or at its own screen; `automatic` by the service, because the payment settled nothing.","enum":["seller","bank","automatic"],"examples":["seller"]},"reason":{"type":["string","null"],"description":"Your reason, as sent.","minLength":1,"maxLength":140,"examples":["Uma caneca chegou quebrada"]},"external_id":{"type":["string","null"],"description":"Your reference, unique among the refunds of the account.","minLength":1,"maxLength":255,"examples":["devolucao-1042"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"failure_reason":{"type":["string","null"],"description":"Why it is `failed`, in the bank's words when it gave any; else null.","minLength":1,"maxLength":255,"examples":["Saldo insuficiente",null]},"completed_at":{"description":"When it succeeded. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((data.id === undefined) && (missing0 = "id")) || ((data.object === undefined) && (missing0 = "object"))) || ((data.payment_id === undefined) && (missing0 = "payment_id"))) || ((data.checkout_id === undefined) && (missing0 = "checkout_id"))) || ((data.amount_minor === undefined) && (missing0 = "amount_minor"))) || ((data.currency === undefined) && (missing0 = "currency"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.origin === undefined) && (missing0 = "origin"))) || ((data.reason === undefined) && (missing0 = "reason"))) || ((data.external_id === undefined) && (missing0 = "external_id"))) || ((data.metadata === undefined) && (missing0 = "metadata"))) || ((data.failure_reason === undefined) && (missing0 = "failure_reason"))) || ((data.completed_at === undefined) && (missing0 = "completed_at"))) || ((data.created_at === undefined) && (missing0 = "created_at"))) || ((data.updated_at === undefined) && (missing0 = "updated_at"))){
validate55.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern145.test(data0)){
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate55.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data1 = data.object;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate55.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("refund" !== data1){
validate55.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "refund"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.payment_id !== undefined){
let data2 = data.payment_id;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern51.test(data2)){
validate55.errors = [{instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate55.errors = [{instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data3 = data.checkout_id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern49.test(data3)){
validate55.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate55.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount_minor !== undefined){
let data4 = data.amount_minor;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate55.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 99999999999 || isNaN(data4)){
validate55.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data4 < 1 || isNaN(data4)){
validate55.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data4))){
validate55.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.currency !== undefined){
let data5 = data.currency;
const _errs11 = errors;
if(typeof data5 !== "string"){
validate55.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data5 === "AED") || (data5 === "AFN")) || (data5 === "ALL")) || (data5 === "AMD")) || (data5 === "AOA")) || (data5 === "ARS")) || (data5 === "AUD")) || (data5 === "AWG")) || (data5 === "AZN")) || (data5 === "BAM")) || (data5 === "BBD")) || (data5 === "BDT")) || (data5 === "BHD")) || (data5 === "BIF")) || (data5 === "BMD")) || (data5 === "BND")) || (data5 === "BOB")) || (data5 === "BRL")) || (data5 === "BSD")) || (data5 === "BTN")) || (data5 === "BWP")) || (data5 === "BYN")) || (data5 === "BZD")) || (data5 === "CAD")) || (data5 === "CDF")) || (data5 === "CHF")) || (data5 === "CLP")) || (data5 === "CNY")) || (data5 === "COP")) || (data5 === "CRC")) || (data5 === "CUP")) || (data5 === "CVE")) || (data5 === "CZK")) || (data5 === "DJF")) || (data5 === "DKK")) || (data5 === "DOP")) || (data5 === "DZD")) || (data5 === "EGP")) || (data5 === "ERN")) || (data5 === "ETB")) || (data5 === "EUR")) || (data5 === "FJD")) || (data5 === "FKP")) || (data5 === "GBP")) || (data5 === "GEL")) || (data5 === "GHS")) || (data5 === "GIP")) || (data5 === "GMD")) || (data5 === "GNF")) || (data5 === "GTQ")) || (data5 === "GYD")) || (data5 === "HKD")) || (data5 === "HNL")) || (data5 === "HTG")) || (data5 === "HUF")) || (data5 === "IDR")) || (data5 === "ILS")) || (data5 === "INR")) || (data5 === "IQD")) || (data5 === "IRR")) || (data5 === "ISK")) || (data5 === "JMD")) || (data5 === "JOD")) || (data5 === "JPY")) || (data5 === "KES")) || (data5 === "KGS")) || (data5 === "KHR")) || (data5 === "KMF")) || (data5 === "KPW")) || (data5 === "KRW")) || (data5 === "KWD")) || (data5 === "KYD")) || (data5 === "KZT")) || (data5 === "LAK")) || (data5 === "LBP")) || (data5 === "LKR")) || (data5 === "LRD")) || (data5 === "LSL")) || (data5 === "LYD")) || (data5 === "MAD")) || (data5 === "MDL")) || (data5 === "MGA")) || (data5 === "MKD")) || (data5 === "MMK")) || (data5 === "MNT")) || (data5 === "MOP")) || (data5 === "MRU")) || (data5 === "MUR")) || (data5 === "MVR")) || (data5 === "MWK")) || (data5 === "MXN")) || (data5 === "MYR")) || (data5 === "MZN")) || (data5 === "NAD")) || (data5 === "NGN")) || (data5 === "NIO")) || (data5 === "NOK")) || (data5 === "NPR")) || (data5 === "NZD")) || (data5 === "OMR")) || (data5 === "PAB")) || (data5 === "PEN")) || (data5 === "PGK")) || (data5 === "PHP")) || (data5 === "PKR")) || (data5 === "PLN")) || (data5 === "PYG")) || (data5 === "QAR")) || (data5 === "RON")) || (data5 === "RSD")) || (data5 === "RUB")) || (data5 === "RWF")) || (data5 === "SAR")) || (data5 === "SBD")) || (data5 === "SCR")) || (data5 === "SDG")) || (data5 === "SEK")) || (data5 === "SGD")) || (data5 === "SHP")) || (data5 === "SLE")) || (data5 === "SOS")) || (data5 === "SRD")) || (data5 === "SSP")) || (data5 === "STN")) || (data5 === "SVC")) || (data5 === "SYP")) || (data5 === "SZL")) || (data5 === "THB")) || (data5 === "TJS")) || (data5 === "TMT")) || (data5 === "TND")) || (data5 === "TOP")) || (data5 === "TRY")) || (data5 === "TTD")) || (data5 === "TWD")) || (data5 === "TZS")) || (data5 === "UAH")) || (data5 === "UGX")) || (data5 === "USD")) || (data5 === "UYU")) || (data5 === "UYW")) || (data5 === "UZS")) || (data5 === "VED")) || (data5 === "VES")) || (data5 === "VND")) || (data5 === "VUV")) || (data5 === "WST")) || (data5 === "XAD")) || (data5 === "XAF")) || (data5 === "XCD")) || (data5 === "XCG")) || (data5 === "XOF")) || (data5 === "XPF")) || (data5 === "YER")) || (data5 === "ZAR")) || (data5 === "ZMW")) || (data5 === "ZWG"))){
validate55.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema66.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data6 = data.status;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate55.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data6 === "pending") || (data6 === "succeeded")) || (data6 === "failed"))){
validate55.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema66.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.origin !== undefined){
let data7 = data.origin;
const _errs15 = errors;
if(typeof data7 !== "string"){
validate55.errors = [{instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data7 === "seller") || (data7 === "bank")) || (data7 === "automatic"))){
validate55.errors = [{instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/enum",keyword:"enum",params:{allowedValues: schema66.properties.origin.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data8 = data.reason;
const _errs17 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate55.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: schema66.properties.reason.type},message:"must be string,null"}];
return false;
}
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) > 140){
validate55.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"}];
return false;
}
else {
if(func1(data8) < 1){
validate55.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data9 = data.external_id;
const _errs19 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate55.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: schema66.properties.external_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs19){
if(typeof data9 === "string"){
if(func1(data9) > 255){
validate55.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data9) < 1){
validate55.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data10 = data.metadata;
const _errs21 = errors;
if(errors === _errs21){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(!(keyword0(data10, 16384, data))){
validate55.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data10, 8, data))){
validate55.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failure_reason !== undefined){
let data11 = data.failure_reason;
const _errs24 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate55.errors = [{instancePath:instancePath+"/failure_reason",schemaPath:"#/properties/failure_reason/type",keyword:"type",params:{type: schema66.properties.failure_reason.type},message:"must be string,null"}];
return false;
}
if(errors === _errs24){
if(typeof data11 === "string"){
if(func1(data11) > 255){
validate55.errors = [{instancePath:instancePath+"/failure_reason",schemaPath:"#/properties/failure_reason/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data11) < 1){
validate55.errors = [{instancePath:instancePath+"/failure_reason",schemaPath:"#/properties/failure_reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.completed_at !== undefined){
let data12 = data.completed_at;
const _errs26 = errors;
const _errs27 = errors;
let valid1 = false;
let passing0 = null;
const _errs28 = errors;
if(errors === _errs28){
if(errors === _errs28){
if(typeof data12 === "string"){
if(!pattern13.test(data12)){
const err0 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data12))){
const err1 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs28 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs30 = errors;
if(data12 !== null){
const err3 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs30 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate55.errors = vErrors;
return false;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_at !== undefined){
let data13 = data.created_at;
const _errs32 = errors;
if(errors === _errs32){
if(errors === _errs32){
if(typeof data13 === "string"){
if(!pattern13.test(data13)){
validate55.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data13))){
validate55.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.updated_at !== undefined){
let data14 = data.updated_at;
const _errs34 = errors;
if(errors === _errs34){
if(errors === _errs34){
if(typeof data14 === "string"){
if(!pattern13.test(data14)){
validate55.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data14))){
validate55.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":{"id":true,"object":true,"payment_id":true,"checkout_id":true,"amount_minor":true,"currency":true,"status":true,"origin":true,"reason":true,"external_id":true,"metadata":true,"failure_reason":true,"completed_at":true,"created_at":true,"updated_at":true},"dynamicProps":false,"dynamicItems":false};

const listDailyTotals_200 = validate56;
const schema67 = {"type":"object","description":"The days of a range.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The days, newest first.","items":{"type":"object","description":"What came in and went back on one day.","required":["id","object","date","currency","payments_count","amount_minor","refunds_count","amount_refunded_minor"],"properties":{"id":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"object":{"type":"string","const":"daily_total","description":"Always `daily_total`."},"date":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"payments_count":{"type":"integer","description":"Payments that completed a session.","minimum":0,"maximum":9007199254740991,"examples":[12]},"amount_minor":{"type":"integer","description":"Their sum in minor units.","minimum":0,"maximum":9007199254740991,"examples":[59880]},"refunds_count":{"type":"integer","description":"Refunds that succeeded.","minimum":0,"maximum":9007199254740991,"examples":[1]},"amount_refunded_minor":{"type":"integer","description":"Their sum in minor units.","minimum":0,"maximum":9007199254740991,"examples":[1000]}}},"maxItems":200},"has_more":{"type":"boolean","description":"Always `false`: a range is answered as a whole.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Always null.","examples":[null]}}};
const formats302 = formats.date;
const pattern190 = new RegExp("^\\d{4}-\\d{2}-\\d{2}$", "u");

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate56.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate56.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate56.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 200){
validate56.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.date === undefined) && (missing1 = "date"))) || ((data2.currency === undefined) && (missing1 = "currency"))) || ((data2.payments_count === undefined) && (missing1 = "payments_count"))) || ((data2.amount_minor === undefined) && (missing1 = "amount_minor"))) || ((data2.refunds_count === undefined) && (missing1 = "refunds_count"))) || ((data2.amount_refunded_minor === undefined) && (missing1 = "amount_refunded_minor"))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern190.test(data3)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\""}];
return false;
}
else {
if(!(formats302.validate(data3))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\""}];
return false;
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("daily_total" !== data4){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "daily_total"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.date !== undefined){
let data5 = data2.date;
const _errs11 = errors;
if(errors === _errs11){
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern190.test(data5)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/date",schemaPath:"#/properties/data/items/properties/date/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\""}];
return false;
}
else {
if(!(formats302.validate(data5))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/date",schemaPath:"#/properties/data/items/properties/date/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\""}];
return false;
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/date",schemaPath:"#/properties/data/items/properties/date/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.currency !== undefined){
let data6 = data2.currency;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data6 === "AED") || (data6 === "AFN")) || (data6 === "ALL")) || (data6 === "AMD")) || (data6 === "AOA")) || (data6 === "ARS")) || (data6 === "AUD")) || (data6 === "AWG")) || (data6 === "AZN")) || (data6 === "BAM")) || (data6 === "BBD")) || (data6 === "BDT")) || (data6 === "BHD")) || (data6 === "BIF")) || (data6 === "BMD")) || (data6 === "BND")) || (data6 === "BOB")) || (data6 === "BRL")) || (data6 === "BSD")) || (data6 === "BTN")) || (data6 === "BWP")) || (data6 === "BYN")) || (data6 === "BZD")) || (data6 === "CAD")) || (data6 === "CDF")) || (data6 === "CHF")) || (data6 === "CLP")) || (data6 === "CNY")) || (data6 === "COP")) || (data6 === "CRC")) || (data6 === "CUP")) || (data6 === "CVE")) || (data6 === "CZK")) || (data6 === "DJF")) || (data6 === "DKK")) || (data6 === "DOP")) || (data6 === "DZD")) || (data6 === "EGP")) || (data6 === "ERN")) || (data6 === "ETB")) || (data6 === "EUR")) || (data6 === "FJD")) || (data6 === "FKP")) || (data6 === "GBP")) || (data6 === "GEL")) || (data6 === "GHS")) || (data6 === "GIP")) || (data6 === "GMD")) || (data6 === "GNF")) || (data6 === "GTQ")) || (data6 === "GYD")) || (data6 === "HKD")) || (data6 === "HNL")) || (data6 === "HTG")) || (data6 === "HUF")) || (data6 === "IDR")) || (data6 === "ILS")) || (data6 === "INR")) || (data6 === "IQD")) || (data6 === "IRR")) || (data6 === "ISK")) || (data6 === "JMD")) || (data6 === "JOD")) || (data6 === "JPY")) || (data6 === "KES")) || (data6 === "KGS")) || (data6 === "KHR")) || (data6 === "KMF")) || (data6 === "KPW")) || (data6 === "KRW")) || (data6 === "KWD")) || (data6 === "KYD")) || (data6 === "KZT")) || (data6 === "LAK")) || (data6 === "LBP")) || (data6 === "LKR")) || (data6 === "LRD")) || (data6 === "LSL")) || (data6 === "LYD")) || (data6 === "MAD")) || (data6 === "MDL")) || (data6 === "MGA")) || (data6 === "MKD")) || (data6 === "MMK")) || (data6 === "MNT")) || (data6 === "MOP")) || (data6 === "MRU")) || (data6 === "MUR")) || (data6 === "MVR")) || (data6 === "MWK")) || (data6 === "MXN")) || (data6 === "MYR")) || (data6 === "MZN")) || (data6 === "NAD")) || (data6 === "NGN")) || (data6 === "NIO")) || (data6 === "NOK")) || (data6 === "NPR")) || (data6 === "NZD")) || (data6 === "OMR")) || (data6 === "PAB")) || (data6 === "PEN")) || (data6 === "PGK")) || (data6 === "PHP")) || (data6 === "PKR")) || (data6 === "PLN")) || (data6 === "PYG")) || (data6 === "QAR")) || (data6 === "RON")) || (data6 === "RSD")) || (data6 === "RUB")) || (data6 === "RWF")) || (data6 === "SAR")) || (data6 === "SBD")) || (data6 === "SCR")) || (data6 === "SDG")) || (data6 === "SEK")) || (data6 === "SGD")) || (data6 === "SHP")) || (data6 === "SLE")) || (data6 === "SOS")) || (data6 === "SRD")) || (data6 === "SSP")) || (data6 === "STN")) || (data6 === "SVC")) || (data6 === "SYP")) || (data6 === "SZL")) || (data6 === "THB")) || (data6 === "TJS")) || (data6 === "TMT")) || (data6 === "TND")) || (data6 === "TOP")) || (data6 === "TRY")) || (data6 === "TTD")) || (data6 === "TWD")) || (data6 === "TZS")) || (data6 === "UAH")) || (data6 === "UGX")) || (data6 === "USD")) || (data6 === "UYU")) || (data6 === "UYW")) || (data6 === "UZS")) || (data6 === "VED")) || (data6 === "VES")) || (data6 === "VND")) || (data6 === "VUV")) || (data6 === "WST")) || (data6 === "XAD")) || (data6 === "XAF")) || (data6 === "XCD")) || (data6 === "XCG")) || (data6 === "XOF")) || (data6 === "XPF")) || (data6 === "YER")) || (data6 === "ZAR")) || (data6 === "ZMW")) || (data6 === "ZWG"))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema67.properties.data.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.payments_count !== undefined){
let data7 = data2.payments_count;
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/payments_count",schemaPath:"#/properties/data/items/properties/payments_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/payments_count",schemaPath:"#/properties/data/items/properties/payments_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/payments_count",schemaPath:"#/properties/data/items/properties/payments_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_minor !== undefined){
let data8 = data2.amount_minor;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.refunds_count !== undefined){
let data9 = data2.refunds_count;
const _errs19 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/refunds_count",schemaPath:"#/properties/data/items/properties/refunds_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/refunds_count",schemaPath:"#/properties/data/items/properties/refunds_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/refunds_count",schemaPath:"#/properties/data/items/properties/refunds_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_refunded_minor !== undefined){
let data10 = data2.amount_refunded_minor;
const _errs21 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate56.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_refunded_minor",schemaPath:"#/properties/data/items/properties/amount_refunded_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate56.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs23 = errors;
if(typeof data.has_more !== "boolean"){
validate56.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data12 = data.next_cursor;
const _errs25 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate56.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema67.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const listRefunds_200 = validate57;
const schema68 = {"type":"object","description":"A page of refunds.","required":["object","data","has_more","next_cursor"],"properties":{"object":{"type":"string","const":"list","description":"Always `list`."},"data":{"type":"array","description":"The refunds of this page.","items":{"type":"object","description":"Money of a payment that goes back to the buyer (a *devolução*).","required":["id","object","payment_id","checkout_id","amount_minor","currency","status","origin","reason","external_id","metadata","failure_reason","completed_at","created_at","updated_at"],"properties":{"id":{"type":"string","description":"Id of a refund.","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_refund_id","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]},"object":{"type":"string","const":"refund","description":"Always `refund`."},"payment_id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"status":{"type":"string","description":"`pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).","enum":["pending","succeeded","failed"],"examples":["succeeded"]},"origin":{"type":"string","description":"Who ordered it: `seller` by this API; `bank` by itself, after a report of fraud, or at its own screen; `automatic` by the service, because the payment settled nothing.","enum":["seller","bank","automatic"],"examples":["seller"]},"reason":{"type":["string","null"],"description":"Your reason, as sent.","minLength":1,"maxLength":140,"examples":["Uma caneca chegou quebrada"]},"external_id":{"type":["string","null"],"description":"Your reference, unique among the refunds of the account.","minLength":1,"maxLength":255,"examples":["devolucao-1042"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"failure_reason":{"type":["string","null"],"description":"Why it is `failed`, in the bank's words when it gave any; else null.","minLength":1,"maxLength":255,"examples":["Saldo insuficiente",null]},"completed_at":{"description":"When it succeeded. Null until then.","oneOf":[{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},{"type":"null"}]},"created_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"updated_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}},"maxItems":100},"has_more":{"type":"boolean","description":"Whether at least one more follows this page.","examples":[false]},"next_cursor":{"type":["string","null"],"description":"Send it as `starting_after` to get the next page. Null on the last page.","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a",null]}}};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.data === undefined) && (missing0 = "data"))) || ((data.has_more === undefined) && (missing0 = "has_more"))) || ((data.next_cursor === undefined) && (missing0 = "next_cursor"))){
validate57.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate57.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("list" !== data0){
validate57.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "list"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length > 100){
validate57.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((((((((((((((data2.id === undefined) && (missing1 = "id")) || ((data2.object === undefined) && (missing1 = "object"))) || ((data2.payment_id === undefined) && (missing1 = "payment_id"))) || ((data2.checkout_id === undefined) && (missing1 = "checkout_id"))) || ((data2.amount_minor === undefined) && (missing1 = "amount_minor"))) || ((data2.currency === undefined) && (missing1 = "currency"))) || ((data2.status === undefined) && (missing1 = "status"))) || ((data2.origin === undefined) && (missing1 = "origin"))) || ((data2.reason === undefined) && (missing1 = "reason"))) || ((data2.external_id === undefined) && (missing1 = "external_id"))) || ((data2.metadata === undefined) && (missing1 = "metadata"))) || ((data2.failure_reason === undefined) && (missing1 = "failure_reason"))) || ((data2.completed_at === undefined) && (missing1 = "completed_at"))) || ((data2.created_at === undefined) && (missing1 = "created_at"))) || ((data2.updated_at === undefined) && (missing1 = "updated_at"))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.id !== undefined){
let data3 = data2.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern145.test(data3)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/id",schemaPath:"#/properties/data/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.object !== undefined){
let data4 = data2.object;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("refund" !== data4){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/object",schemaPath:"#/properties/data/items/properties/object/const",keyword:"const",params:{allowedValue: "refund"},message:"must be equal to constant"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.payment_id !== undefined){
let data5 = data2.payment_id;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern51.test(data5)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/payment_id",schemaPath:"#/properties/data/items/properties/payment_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.checkout_id !== undefined){
let data6 = data2.checkout_id;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(!pattern49.test(data6)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_id",schemaPath:"#/properties/data/items/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/checkout_id",schemaPath:"#/properties/data/items/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.amount_minor !== undefined){
let data7 = data2.amount_minor;
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 99999999999 || isNaN(data7)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats26.validate(data7))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/amount_minor",schemaPath:"#/properties/data/items/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.currency !== undefined){
let data8 = data2.currency;
const _errs17 = errors;
if(typeof data8 !== "string"){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data8 === "AED") || (data8 === "AFN")) || (data8 === "ALL")) || (data8 === "AMD")) || (data8 === "AOA")) || (data8 === "ARS")) || (data8 === "AUD")) || (data8 === "AWG")) || (data8 === "AZN")) || (data8 === "BAM")) || (data8 === "BBD")) || (data8 === "BDT")) || (data8 === "BHD")) || (data8 === "BIF")) || (data8 === "BMD")) || (data8 === "BND")) || (data8 === "BOB")) || (data8 === "BRL")) || (data8 === "BSD")) || (data8 === "BTN")) || (data8 === "BWP")) || (data8 === "BYN")) || (data8 === "BZD")) || (data8 === "CAD")) || (data8 === "CDF")) || (data8 === "CHF")) || (data8 === "CLP")) || (data8 === "CNY")) || (data8 === "COP")) || (data8 === "CRC")) || (data8 === "CUP")) || (data8 === "CVE")) || (data8 === "CZK")) || (data8 === "DJF")) || (data8 === "DKK")) || (data8 === "DOP")) || (data8 === "DZD")) || (data8 === "EGP")) || (data8 === "ERN")) || (data8 === "ETB")) || (data8 === "EUR")) || (data8 === "FJD")) || (data8 === "FKP")) || (data8 === "GBP")) || (data8 === "GEL")) || (data8 === "GHS")) || (data8 === "GIP")) || (data8 === "GMD")) || (data8 === "GNF")) || (data8 === "GTQ")) || (data8 === "GYD")) || (data8 === "HKD")) || (data8 === "HNL")) || (data8 === "HTG")) || (data8 === "HUF")) || (data8 === "IDR")) || (data8 === "ILS")) || (data8 === "INR")) || (data8 === "IQD")) || (data8 === "IRR")) || (data8 === "ISK")) || (data8 === "JMD")) || (data8 === "JOD")) || (data8 === "JPY")) || (data8 === "KES")) || (data8 === "KGS")) || (data8 === "KHR")) || (data8 === "KMF")) || (data8 === "KPW")) || (data8 === "KRW")) || (data8 === "KWD")) || (data8 === "KYD")) || (data8 === "KZT")) || (data8 === "LAK")) || (data8 === "LBP")) || (data8 === "LKR")) || (data8 === "LRD")) || (data8 === "LSL")) || (data8 === "LYD")) || (data8 === "MAD")) || (data8 === "MDL")) || (data8 === "MGA")) || (data8 === "MKD")) || (data8 === "MMK")) || (data8 === "MNT")) || (data8 === "MOP")) || (data8 === "MRU")) || (data8 === "MUR")) || (data8 === "MVR")) || (data8 === "MWK")) || (data8 === "MXN")) || (data8 === "MYR")) || (data8 === "MZN")) || (data8 === "NAD")) || (data8 === "NGN")) || (data8 === "NIO")) || (data8 === "NOK")) || (data8 === "NPR")) || (data8 === "NZD")) || (data8 === "OMR")) || (data8 === "PAB")) || (data8 === "PEN")) || (data8 === "PGK")) || (data8 === "PHP")) || (data8 === "PKR")) || (data8 === "PLN")) || (data8 === "PYG")) || (data8 === "QAR")) || (data8 === "RON")) || (data8 === "RSD")) || (data8 === "RUB")) || (data8 === "RWF")) || (data8 === "SAR")) || (data8 === "SBD")) || (data8 === "SCR")) || (data8 === "SDG")) || (data8 === "SEK")) || (data8 === "SGD")) || (data8 === "SHP")) || (data8 === "SLE")) || (data8 === "SOS")) || (data8 === "SRD")) || (data8 === "SSP")) || (data8 === "STN")) || (data8 === "SVC")) || (data8 === "SYP")) || (data8 === "SZL")) || (data8 === "THB")) || (data8 === "TJS")) || (data8 === "TMT")) || (data8 === "TND")) || (data8 === "TOP")) || (data8 === "TRY")) || (data8 === "TTD")) || (data8 === "TWD")) || (data8 === "TZS")) || (data8 === "UAH")) || (data8 === "UGX")) || (data8 === "USD")) || (data8 === "UYU")) || (data8 === "UYW")) || (data8 === "UZS")) || (data8 === "VED")) || (data8 === "VES")) || (data8 === "VND")) || (data8 === "VUV")) || (data8 === "WST")) || (data8 === "XAD")) || (data8 === "XAF")) || (data8 === "XCD")) || (data8 === "XCG")) || (data8 === "XOF")) || (data8 === "XPF")) || (data8 === "YER")) || (data8 === "ZAR")) || (data8 === "ZMW")) || (data8 === "ZWG"))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/currency",schemaPath:"#/properties/data/items/properties/currency/enum",keyword:"enum",params:{allowedValues: schema68.properties.data.items.properties.currency.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.status !== undefined){
let data9 = data2.status;
const _errs19 = errors;
if(typeof data9 !== "string"){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data9 === "pending") || (data9 === "succeeded")) || (data9 === "failed"))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/status",schemaPath:"#/properties/data/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema68.properties.data.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.origin !== undefined){
let data10 = data2.origin;
const _errs21 = errors;
if(typeof data10 !== "string"){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/origin",schemaPath:"#/properties/data/items/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data10 === "seller") || (data10 === "bank")) || (data10 === "automatic"))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/origin",schemaPath:"#/properties/data/items/properties/origin/enum",keyword:"enum",params:{allowedValues: schema68.properties.data.items.properties.origin.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.reason !== undefined){
let data11 = data2.reason;
const _errs23 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/reason",schemaPath:"#/properties/data/items/properties/reason/type",keyword:"type",params:{type: schema68.properties.data.items.properties.reason.type},message:"must be string,null"}];
return false;
}
if(errors === _errs23){
if(typeof data11 === "string"){
if(func1(data11) > 140){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/reason",schemaPath:"#/properties/data/items/properties/reason/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"}];
return false;
}
else {
if(func1(data11) < 1){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/reason",schemaPath:"#/properties/data/items/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.external_id !== undefined){
let data12 = data2.external_id;
const _errs25 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/type",keyword:"type",params:{type: schema68.properties.data.items.properties.external_id.type},message:"must be string,null"}];
return false;
}
if(errors === _errs25){
if(typeof data12 === "string"){
if(func1(data12) > 255){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data12) < 1){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/external_id",schemaPath:"#/properties/data/items/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.metadata !== undefined){
let data13 = data2.metadata;
const _errs27 = errors;
if(errors === _errs27){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(!(keyword0(data13, 16384, data2))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation"}];
return false;
}
else {
if(!(keyword1(data13, 8, data2))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation"}];
return false;
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/metadata",schemaPath:"#/properties/data/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.failure_reason !== undefined){
let data14 = data2.failure_reason;
const _errs30 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/failure_reason",schemaPath:"#/properties/data/items/properties/failure_reason/type",keyword:"type",params:{type: schema68.properties.data.items.properties.failure_reason.type},message:"must be string,null"}];
return false;
}
if(errors === _errs30){
if(typeof data14 === "string"){
if(func1(data14) > 255){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/failure_reason",schemaPath:"#/properties/data/items/properties/failure_reason/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"}];
return false;
}
else {
if(func1(data14) < 1){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/failure_reason",schemaPath:"#/properties/data/items/properties/failure_reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
}
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.completed_at !== undefined){
let data15 = data2.completed_at;
const _errs32 = errors;
const _errs33 = errors;
let valid3 = false;
let passing0 = null;
const _errs34 = errors;
if(errors === _errs34){
if(errors === _errs34){
if(typeof data15 === "string"){
if(!pattern13.test(data15)){
const err0 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(!(formats6.validate(data15))){
const err1 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs34 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs36 = errors;
if(data15 !== null){
const err3 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs36 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err4 = {instancePath:instancePath+"/data/" + i0+"/completed_at",schemaPath:"#/properties/data/items/properties/completed_at/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate57.errors = vErrors;
return false;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.created_at !== undefined){
let data16 = data2.created_at;
const _errs38 = errors;
if(errors === _errs38){
if(errors === _errs38){
if(typeof data16 === "string"){
if(!pattern13.test(data16)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data16))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/created_at",schemaPath:"#/properties/data/items/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.updated_at !== undefined){
let data17 = data2.updated_at;
const _errs40 = errors;
if(errors === _errs40){
if(errors === _errs40){
if(typeof data17 === "string"){
if(!pattern13.test(data17)){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data17))){
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0+"/updated_at",schemaPath:"#/properties/data/items/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid2 = _errs40 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data/" + i0,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate57.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.has_more !== undefined){
const _errs42 = errors;
if(typeof data.has_more !== "boolean"){
validate57.errors = [{instancePath:instancePath+"/has_more",schemaPath:"#/properties/has_more/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next_cursor !== undefined){
let data19 = data.next_cursor;
const _errs44 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate57.errors = [{instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema68.properties.next_cursor.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":{"object":true,"data":true,"has_more":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

const getClock_200 = validate58;
const schema69 = {"type":"object","description":"The service's clock.","required":["object","now"],"properties":{"object":{"type":"string","const":"clock","description":"Always `clock`."},"now":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]}}};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.object === undefined) && (missing0 = "object")) || ((data.now === undefined) && (missing0 = "now"))){
validate58.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate58.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("clock" !== data0){
validate58.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "clock"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.now !== undefined){
let data1 = data.now;
const _errs3 = errors;
if(errors === _errs3){
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern13.test(data1)){
validate58.errors = [{instancePath:instancePath+"/now",schemaPath:"#/properties/now/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data1))){
validate58.errors = [{instancePath:instancePath+"/now",schemaPath:"#/properties/now/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate58.errors = [{instancePath:instancePath+"/now",schemaPath:"#/properties/now/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":{"object":true,"now":true},"dynamicProps":false,"dynamicItems":false};

const getPaymentStatus_200 = validate59;
const schema70 = {"type":"object","description":"The state of a payment page.","required":["object","status","expires_at","code_ready"],"properties":{"object":{"type":"string","const":"payment_status","description":"Always `payment_status`."},"status":{"type":"string","description":"`status` of the checkout.","enum":["open","completed","expired","canceled"],"examples":["open"]},"expires_at":{"type":"string","description":"ISO 8601 in UTC with milliseconds.","format":"date-time","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","examples":["2026-03-02T13:10:05.731Z"]},"code_ready":{"type":"boolean","description":"Whether the page of an open session shows a Pix code. The bank makes it when the page is opened first, and the page does not wait for it; a page without a code is to be loaded again when this becomes `true`.","examples":[true]}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.object === undefined) && (missing0 = "object")) || ((data.status === undefined) && (missing0 = "status"))) || ((data.expires_at === undefined) && (missing0 = "expires_at"))) || ((data.code_ready === undefined) && (missing0 = "code_ready"))){
validate59.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object !== undefined){
let data0 = data.object;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate59.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("payment_status" !== data0){
validate59.errors = [{instancePath:instancePath+"/object",schemaPath:"#/properties/object/const",keyword:"const",params:{allowedValue: "payment_status"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data1 = data.status;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate59.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data1 === "open") || (data1 === "completed")) || (data1 === "expired")) || (data1 === "canceled"))){
validate59.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema70.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expires_at !== undefined){
let data2 = data.expires_at;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern13.test(data2)){
validate59.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"+"\""}];
return false;
}
else {
if(!(formats6.validate(data2))){
validate59.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""}];
return false;
}
}
}
else {
validate59.errors = [{instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code_ready !== undefined){
const _errs7 = errors;
if(typeof data.code_ready !== "boolean"){
validate59.errors = [{instancePath:instancePath+"/code_ready",schemaPath:"#/properties/code_ready/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":{"object":true,"status":true,"expires_at":true,"code_ready":true},"dynamicProps":false,"dynamicItems":false};

const receivePixCallback_200 = validate60;
const schema71 = {"type":"object","description":"An empty object.","maxProperties":0};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 0){
validate60.errors = [{instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 0},message:"must NOT have more than 0 properties"}];
return false;
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"dynamicProps":false,"dynamicItems":false};

const getContractJson_200 = validate61;
const schema72 = {"type":"object","description":"An OpenAPI 3.1 document.","additionalProperties":true};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
validate61.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

return {
  issueToken: {
    '200': issueToken_200,
    '400': issueToken_400,
    '401': issueToken_400,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_400,
    '431': issueToken_405,
    '503': issueToken_400,
  },
  getAuthorizationServerMetadata: {
    '200': getAuthorizationServerMetadata_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getJwks: {
    '200': getJwks_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getWebhookJwks: {
    '200': getWebhookJwks_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getHealth: {
    '200': getHealth_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getAccount: {
    '200': getAccount_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getBankConnection: {
    '200': getBankConnection_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  connectBank: {
    '200': getBankConnection_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  disconnectBank: {
    '200': getBankConnection_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  testBankConnection: {
    '200': testBankConnection_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listBankProfiles: {
    '200': listBankProfiles_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listCustomers: {
    '200': listCustomers_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createCustomer: {
    '201': createCustomer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getCustomer: {
    '200': createCustomer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateCustomer: {
    '200': createCustomer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  eraseCustomer: {
    '200': createCustomer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listProducts: {
    '200': listProducts_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createProduct: {
    '201': createProduct_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getProduct: {
    '200': createProduct_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateProduct: {
    '200': createProduct_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listOffers: {
    '200': listOffers_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createOffer: {
    '201': createOffer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getOffer: {
    '200': createOffer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateOffer: {
    '200': createOffer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  archiveOffer: {
    '200': createOffer_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listCheckouts: {
    '200': listCheckouts_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createCheckout: {
    '201': createCheckout_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getCheckout: {
    '200': createCheckout_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getCheckoutPage: {
    '200': getCheckoutPage_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  cancelCheckout: {
    '200': createCheckout_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listApiClients: {
    '200': listApiClients_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createApiClient: {
    '201': createApiClient_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getApiClient: {
    '200': getApiClient_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateApiClient: {
    '200': getApiClient_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  rotateApiClientSecret: {
    '200': createApiClient_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  revokeApiClient: {
    '200': getApiClient_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listUsers: {
    '200': listUsers_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  inviteUser: {
    '200': inviteUser_200,
    '201': inviteUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getUser: {
    '200': getUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  removeUser: {
    '200': getUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateUser: {
    '200': getUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  deleteUserPasskey: {
    '200': getUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  endUserSessions: {
    '200': getUser_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listWebhookEndpoints: {
    '200': listWebhookEndpoints_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createWebhookEndpoint: {
    '201': createWebhookEndpoint_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getWebhookEndpoint: {
    '200': getWebhookEndpoint_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  deleteWebhookEndpoint: {
    '200': getWebhookEndpoint_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  updateWebhookEndpoint: {
    '200': getWebhookEndpoint_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  rotateWebhookEndpointSecret: {
    '200': createWebhookEndpoint_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listWebhookDeliveries: {
    '200': listWebhookDeliveries_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listAuditEvents: {
    '200': listAuditEvents_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listEvents: {
    '200': listEvents_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getEvent: {
    '200': getEvent_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listPayments: {
    '200': listPayments_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getPayment: {
    '200': getPayment_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  createRefund: {
    '201': createRefund_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listDailyTotals: {
    '200': listDailyTotals_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  listRefunds: {
    '200': listRefunds_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getRefund: {
    '200': createRefund_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  sandboxPayCheckout: {
    '200': createCheckout_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  sandboxDeclineCheckout: {
    '200': createCheckout_201,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  sandboxReversePayment: {
    '200': getPayment_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '403': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '409': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getClock: {
    '200': getClock_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  advanceClock: {
    '200': getClock_200,
    '400': issueToken_405,
    '401': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '429': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getPaymentPage: {
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  actOnPaymentPage: {
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getPaymentStatus: {
    '200': getPaymentStatus_200,
    '400': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  streamPaymentStatus: {
    '400': issueToken_405,
    '404': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  receivePixCallback: {
    '200': receivePixCallback_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  receivePixCallbackAtRoot: {
    '200': receivePixCallback_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '413': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getDocs: {
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getContractJson: {
    '200': getContractJson_200,
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getContractYaml: {
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '421': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
    '503': issueToken_405,
  },
  getMetrics: {
    '400': issueToken_405,
    '405': issueToken_405,
    '408': issueToken_405,
    '431': issueToken_405,
    '500': issueToken_405,
  },
}
}
