// Made from openapi.yaml by `npm run generate`; edits here are lost.

import ucs2length from 'ajv/dist/runtime/ucs2length.js'

export function createRequests({ formats, keywords }) {
const issueToken_path = validate20;
const schema31 = {"type":"object","additionalProperties":false,"properties":{},"required":[]};

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
for(const key0 in data){
validate20.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data}];
return false;
break;
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const issueToken_application_x_www_form_urlencoded = validate21;
const schema32 = {"type":"object","description":"Parameters of the token request. Unknown ones are ignored and repeated ones refused, as RFC 6749 section 3.2 wants. A client shows itself in one way only (section 2.3): `client_secret` or `client_assertion` beside the HTTP Basic header gives `invalid_request`.","additionalProperties":true,"required":["grant_type"],"properties":{"grant_type":{"type":"string","description":"Must be `client_credentials`; anything else gives `unsupported_grant_type`.","examples":["client_credentials"]},"scope":{"type":"string","description":"Scopes that the token shall carry, with spaces between. Without it, all scopes of the client.","examples":["customers:read checkouts:write"]}}};

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
if((data.grant_type === undefined) && (missing0 = "grant_type")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema32.required,parentSchema:schema32,data}];
return false;
}
else {
if(data.grant_type !== undefined){
let data0 = data.grant_type;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate21.errors = [{instancePath:instancePath+"/grant_type",schemaPath:"#/properties/grant_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.grant_type.type,parentSchema:schema32.properties.grant_type,data:data0}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data1 = data.scope;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate21.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.scope.type,parentSchema:schema32.properties.scope,data:data1}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getAuthorizationServerMetadata_query = validate22;
const schema33 = {"type":"object","additionalProperties":true,"properties":{},"required":[]};

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
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.type,parentSchema:schema33,data}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getWebhookJwks_path = validate23;
const schema34 = {"type":"object","additionalProperties":false,"properties":{"sellerId":{"type":"string","description":"Id of a seller.","pattern":"^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1"]}},"required":["sellerId"]};
const pattern4 = new RegExp("^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if((data.sellerId === undefined) && (missing0 = "sellerId")){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema34.required,parentSchema:schema34,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "sellerId")){
validate23.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema34,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.sellerId !== undefined){
let data0 = data.sellerId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
validate23.errors = [{instancePath:instancePath+"/sellerId",schemaPath:"#/properties/sellerId/pattern",keyword:"pattern",params:{pattern: "^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^seller_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema34.properties.sellerId,data:data0}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/sellerId",schemaPath:"#/properties/sellerId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema34.properties.sellerId.type,parentSchema:schema34.properties.sellerId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema34.type,parentSchema:schema34,data}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const connectBank_application_json = validate24;
const schema35 = {"type":"object","description":"How the bank is reached, and as whom.","additionalProperties":false,"required":["pix_key"],"properties":{"profile":{"type":"string","description":"The name of the bank's profile, from `GET /v1/bank_profiles`. Omitted, it is that of the bank connected now unless another address is given, and else `bacen`.","minLength":1,"maxLength":255,"examples":["bb"]},"profile_values":{"type":"object","description":"What the profile asks for besides the credentials, by name. Omitted, it stays as it is while the profile does. It is kept encrypted and never shown.","additionalProperties":{"type":"string","description":"As the bank gave it.","maxLength":255,"examples":["chave-da-aplicacao"]},"maxProperties":20,"examples":[{"app_key":"chave-da-aplicacao"}]},"url":{"type":"string","description":"Where the bank's Pix API is. Omitted, it is where its profile says.","minLength":1,"maxLength":2048,"examples":["https://pix.banco.example/pix/v2"]},"token_url":{"type":"string","description":"Where the bank issues tokens. Omitted, it is where its profile says.","minLength":1,"maxLength":2048,"examples":["https://pix.banco.example/oauth/token"]},"client_id":{"type":"string","description":"As the bank gave it.","minLength":1,"maxLength":255,"examples":["loja-exemplo"]},"client_secret":{"type":"string","description":"As the bank gave it. It is kept encrypted and never shown.","minLength":1,"maxLength":1024,"examples":["segredo-do-banco"]},"certificate":{"type":"string","description":"The account's certificate for mutual TLS in PEM, or a chain of at most ten that begins with it. Its key is RSA of 2,048 to 4,096 bits, P-256, P-384, P-521 or Ed25519.","minLength":1,"maxLength":16384,"examples":["-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n"]},"private_key":{"type":"string","description":"Its private key in PEM, without a password. It is kept encrypted and never shown.","minLength":1,"maxLength":8192,"examples":["-----BEGIN PRIVATE KEY-----\nMIIE…\n-----END PRIVATE KEY-----\n"]},"pkcs12":{"type":"string","description":"Certificate and private key in one PKCS#12 file (`.p12`, `.pfx`) in base64, in place of both. The file has at most 64 KiB.","minLength":1,"maxLength":90112,"examples":["MIIJ…"]},"pkcs12_password":{"type":"string","description":"The password of that file. Omitted, it is empty.","maxLength":1024,"examples":["senha-do-arquivo"]},"authority":{"type":["string","null"],"description":"The authority of the bank's own certificate in PEM, when it is not a public one.","minLength":1,"maxLength":16384,"examples":["-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n",null]},"pix_key":{"type":"string","description":"The Pix key that receives, stored trimmed.","minLength":1,"pattern":"\\S","maxLength":77,"examples":["pix@loja.example"]},"city":{"type":["string","null"],"description":"The city that stands in the Pix code, stored trimmed.","minLength":1,"pattern":"\\S","maxLength":60,"examples":["São Paulo"]},"callbacks":{"type":"string","description":"Whether the bank has to take the address of its callbacks. With `optional`, one that refuses it is connected all the same, and its list of payments is read instead. Omitted, it is `required`, and `optional` for a bank that is connected without callbacks already.","enum":["required","optional"],"examples":["required"]}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const pattern5 = new RegExp("\\S", "u");

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
if((data.pix_key === undefined) && (missing0 = "pix_key")){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema35.required,parentSchema:schema35,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func1.call(schema35.properties, key0))){
validate24.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema35,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.profile !== undefined){
let data0 = data.profile;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate24.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema35.properties.profile,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate24.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.profile,data:data0}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.profile.type,parentSchema:schema35.properties.profile,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.profile_values !== undefined){
let data1 = data.profile_values;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 20){
validate24.errors = [{instancePath:instancePath+"/profile_values",schemaPath:"#/properties/profile_values/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties",schema:20,parentSchema:schema35.properties.profile_values,data:data1}];
return false;
}
else {
for(const key1 in data1){
let data2 = data1[key1];
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate24.errors = [{instancePath:instancePath+"/profile_values/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/profile_values/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema35.properties.profile_values.additionalProperties,data:data2}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/profile_values/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/profile_values/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.profile_values.additionalProperties.type,parentSchema:schema35.properties.profile_values.additionalProperties,data:data2}];
return false;
}
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/profile_values",schemaPath:"#/properties/profile_values/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.properties.profile_values.type,parentSchema:schema35.properties.profile_values,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.url !== undefined){
let data3 = data.url;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(func2(data3) > 2048){
validate24.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema35.properties.url,data:data3}];
return false;
}
else {
if(func2(data3) < 1){
validate24.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.url,data:data3}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.url.type,parentSchema:schema35.properties.url,data:data3}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token_url !== undefined){
let data4 = data.token_url;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func2(data4) > 2048){
validate24.errors = [{instancePath:instancePath+"/token_url",schemaPath:"#/properties/token_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema35.properties.token_url,data:data4}];
return false;
}
else {
if(func2(data4) < 1){
validate24.errors = [{instancePath:instancePath+"/token_url",schemaPath:"#/properties/token_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.token_url,data:data4}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/token_url",schemaPath:"#/properties/token_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.token_url.type,parentSchema:schema35.properties.token_url,data:data4}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_id !== undefined){
let data5 = data.client_id;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 255){
validate24.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema35.properties.client_id,data:data5}];
return false;
}
else {
if(func2(data5) < 1){
validate24.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.client_id,data:data5}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.client_id.type,parentSchema:schema35.properties.client_id,data:data5}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_secret !== undefined){
let data6 = data.client_secret;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data6 === "string"){
if(func2(data6) > 1024){
validate24.errors = [{instancePath:instancePath+"/client_secret",schemaPath:"#/properties/client_secret/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema35.properties.client_secret,data:data6}];
return false;
}
else {
if(func2(data6) < 1){
validate24.errors = [{instancePath:instancePath+"/client_secret",schemaPath:"#/properties/client_secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.client_secret,data:data6}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/client_secret",schemaPath:"#/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.client_secret.type,parentSchema:schema35.properties.client_secret,data:data6}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificate !== undefined){
let data7 = data.certificate;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(func2(data7) > 16384){
validate24.errors = [{instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/maxLength",keyword:"maxLength",params:{limit: 16384},message:"must NOT have more than 16384 characters",schema:16384,parentSchema:schema35.properties.certificate,data:data7}];
return false;
}
else {
if(func2(data7) < 1){
validate24.errors = [{instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.certificate,data:data7}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.certificate.type,parentSchema:schema35.properties.certificate,data:data7}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.private_key !== undefined){
let data8 = data.private_key;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(func2(data8) > 8192){
validate24.errors = [{instancePath:instancePath+"/private_key",schemaPath:"#/properties/private_key/maxLength",keyword:"maxLength",params:{limit: 8192},message:"must NOT have more than 8192 characters",schema:8192,parentSchema:schema35.properties.private_key,data:data8}];
return false;
}
else {
if(func2(data8) < 1){
validate24.errors = [{instancePath:instancePath+"/private_key",schemaPath:"#/properties/private_key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.private_key,data:data8}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/private_key",schemaPath:"#/properties/private_key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.private_key.type,parentSchema:schema35.properties.private_key,data:data8}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pkcs12 !== undefined){
let data9 = data.pkcs12;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data9 === "string"){
if(func2(data9) > 90112){
validate24.errors = [{instancePath:instancePath+"/pkcs12",schemaPath:"#/properties/pkcs12/maxLength",keyword:"maxLength",params:{limit: 90112},message:"must NOT have more than 90112 characters",schema:90112,parentSchema:schema35.properties.pkcs12,data:data9}];
return false;
}
else {
if(func2(data9) < 1){
validate24.errors = [{instancePath:instancePath+"/pkcs12",schemaPath:"#/properties/pkcs12/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.pkcs12,data:data9}];
return false;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/pkcs12",schemaPath:"#/properties/pkcs12/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.pkcs12.type,parentSchema:schema35.properties.pkcs12,data:data9}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pkcs12_password !== undefined){
let data10 = data.pkcs12_password;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data10 === "string"){
if(func2(data10) > 1024){
validate24.errors = [{instancePath:instancePath+"/pkcs12_password",schemaPath:"#/properties/pkcs12_password/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema35.properties.pkcs12_password,data:data10}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/pkcs12_password",schemaPath:"#/properties/pkcs12_password/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.pkcs12_password.type,parentSchema:schema35.properties.pkcs12_password,data:data10}];
return false;
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authority !== undefined){
let data11 = data.authority;
const _errs25 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate24.errors = [{instancePath:instancePath+"/authority",schemaPath:"#/properties/authority/type",keyword:"type",params:{type: schema35.properties.authority.type},message:"must be string,null",schema:schema35.properties.authority.type,parentSchema:schema35.properties.authority,data:data11}];
return false;
}
if(errors === _errs25){
if(typeof data11 === "string"){
if(func2(data11) > 16384){
validate24.errors = [{instancePath:instancePath+"/authority",schemaPath:"#/properties/authority/maxLength",keyword:"maxLength",params:{limit: 16384},message:"must NOT have more than 16384 characters",schema:16384,parentSchema:schema35.properties.authority,data:data11}];
return false;
}
else {
if(func2(data11) < 1){
validate24.errors = [{instancePath:instancePath+"/authority",schemaPath:"#/properties/authority/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.authority,data:data11}];
return false;
}
}
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pix_key !== undefined){
let data12 = data.pix_key;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data12 === "string"){
if(func2(data12) > 77){
validate24.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/maxLength",keyword:"maxLength",params:{limit: 77},message:"must NOT have more than 77 characters",schema:77,parentSchema:schema35.properties.pix_key,data:data12}];
return false;
}
else {
if(func2(data12) < 1){
validate24.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.pix_key,data:data12}];
return false;
}
else {
if(!pattern5.test(data12)){
validate24.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\"",schema:"\\S",parentSchema:schema35.properties.pix_key,data:data12}];
return false;
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/pix_key",schemaPath:"#/properties/pix_key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.pix_key.type,parentSchema:schema35.properties.pix_key,data:data12}];
return false;
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.city !== undefined){
let data13 = data.city;
const _errs29 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate24.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/type",keyword:"type",params:{type: schema35.properties.city.type},message:"must be string,null",schema:schema35.properties.city.type,parentSchema:schema35.properties.city,data:data13}];
return false;
}
if(errors === _errs29){
if(typeof data13 === "string"){
if(func2(data13) > 60){
validate24.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema35.properties.city,data:data13}];
return false;
}
else {
if(func2(data13) < 1){
validate24.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.city,data:data13}];
return false;
}
else {
if(!pattern5.test(data13)){
validate24.errors = [{instancePath:instancePath+"/city",schemaPath:"#/properties/city/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\"",schema:"\\S",parentSchema:schema35.properties.city,data:data13}];
return false;
}
}
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.callbacks !== undefined){
let data14 = data.callbacks;
const _errs31 = errors;
if(typeof data14 !== "string"){
validate24.errors = [{instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.callbacks.type,parentSchema:schema35.properties.callbacks,data:data14}];
return false;
}
if(!((data14 === "required") || (data14 === "optional"))){
validate24.errors = [{instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/enum",keyword:"enum",params:{allowedValues: schema35.properties.callbacks.enum},message:"must be equal to one of the allowed values",schema:schema35.properties.callbacks.enum,parentSchema:schema35.properties.callbacks,data:data14}];
return false;
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
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.type,parentSchema:schema35,data}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const testBankConnection_header = validate25;
const schema36 = {"type":"object","additionalProperties":false,"properties":{"Idempotency-Key":{"type":"string","maxLength":255,"pattern":"^[\\x21-\\x7e]{1,255}$","examples":["5f0c1b1e-6b7d-4e8f-9a0b-1c2d3e4f5a6b"]}},"required":[]};
const pattern7 = new RegExp("^[\\x21-\\x7e]{1,255}$", "u");

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
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "Idempotency-Key")){
validate25.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema36,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 255){
validate25.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema36.properties["Idempotency-Key"],data:data0}];
return false;
}
else {
if(!pattern7.test(data0)){
validate25.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e]{1,255}$"},message:"must match pattern \""+"^[\\x21-\\x7e]{1,255}$"+"\"",schema:"^[\\x21-\\x7e]{1,255}$",parentSchema:schema36.properties["Idempotency-Key"],data:data0}];
return false;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties["Idempotency-Key"].type,parentSchema:schema36.properties["Idempotency-Key"],data:data0}];
return false;
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema36.type,parentSchema:schema36,data}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const testBankConnection_application_json = validate26;
const schema37 = {"type":"object","description":"No fields.","additionalProperties":false,"properties":{}};

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
for(const key0 in data){
validate26.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema37,data}];
return false;
break;
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.type,parentSchema:schema37,data}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listCustomers_query = validate27;
const schema38 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"email":{"type":"string","minLength":3,"maxLength":320,"examples":["compras@padaria.example"]},"tax_id":{"type":"string","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95"]}},"required":[]};
const pattern8 = new RegExp("^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "email")) || (key0 === "tax_id"))){
validate27.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate27.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.limit.type,parentSchema:schema38.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate27.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema38.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate27.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
validate27.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema38.properties.starting_after,data:data1}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.starting_after.type,parentSchema:schema38.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data2 = data.email;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 320){
validate27.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema38.properties.email,data:data2}];
return false;
}
else {
if(func2(data2) < 3){
validate27.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema38.properties.email,data:data2}];
return false;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.email.type,parentSchema:schema38.properties.email,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tax_id !== undefined){
let data3 = data.tax_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 32){
validate27.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema38.properties.tax_id,data:data3}];
return false;
}
else {
if(func2(data3) < 1){
validate27.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.tax_id,data:data3}];
return false;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.tax_id.type,parentSchema:schema38.properties.tax_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
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
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createCustomer_application_json = validate28;
const schema39 = {"type":"object","description":"A new customer.","additionalProperties":false,"required":["name","email"],"properties":{"name":{"type":"string","description":"Full name or company name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_customer_name","pattern":"invalid_customer_name"},"examples":["Padaria Pão Quente Ltda"]},"email":{"type":"string","description":"E-mail in ASCII, compared and stored in lower case. Unique in the account.","format":"email","minLength":3,"maxLength":320,"pattern":"^[^@]{1,64}@[^@]{1,255}$","examples":["compras@padaria.example"]},"phone":{"type":"string","description":"Phone number; E.164 is recommended.","minLength":1,"maxLength":32,"examples":["+551133334444"]},"tax_id":{"type":"string","description":"CPF or CNPJ, digits only or formatted. Stored as sent.","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}};
const pattern9 = new RegExp("[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]", "u");
const pattern10 = new RegExp("^[^@]{1,64}@[^@]{1,255}$", "u");
const formats0 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const keyword0 = keywords["x-max-bytes"];
const keyword1 = keywords["x-max-depth"];

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
if(data.metadata === undefined){
data.metadata = {};
}
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.email === undefined) && (missing0 = "email"))){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema39.required,parentSchema:schema39,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "name") || (key0 === "email")) || (key0 === "phone")) || (key0 === "tax_id")) || (key0 === "metadata"))){
validate28.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema39.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema39.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.name.type,parentSchema:schema39.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data1 = data.email;
const _errs4 = errors;
if(errors === _errs4){
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 320){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema39.properties.email,data:data1}];
return false;
}
else {
if(func2(data1) < 3){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema39.properties.email,data:data1}];
return false;
}
else {
if(!pattern10.test(data1)){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^@]{1,64}@[^@]{1,255}$"},message:"must match pattern \""+"^[^@]{1,64}@[^@]{1,255}$"+"\"",schema:"^[^@]{1,64}@[^@]{1,255}$",parentSchema:schema39.properties.email,data:data1}];
return false;
}
else {
if(!(formats0.test(data1))){
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\"",schema:"email",parentSchema:schema39.properties.email,data:data1}];
return false;
}
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.email.type,parentSchema:schema39.properties.email,data:data1}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phone !== undefined){
let data2 = data.phone;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 32){
validate28.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema39.properties.phone,data:data2}];
return false;
}
else {
if(func2(data2) < 1){
validate28.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.phone,data:data2}];
return false;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.phone.type,parentSchema:schema39.properties.phone,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tax_id !== undefined){
let data3 = data.tax_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 32){
validate28.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema39.properties.tax_id,data:data3}];
return false;
}
else {
if(func2(data3) < 1){
validate28.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.tax_id,data:data3}];
return false;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.tax_id.type,parentSchema:schema39.properties.tax_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data4 = data.metadata;
const _errs10 = errors;
if(errors === _errs10){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(!(keyword0(data4, 16384, data))){
validate28.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema39.properties.metadata,data:data4}];
return false;
}
else {
if(!(keyword1(data4, 8, data))){
validate28.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema39.properties.metadata,data:data4}];
return false;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.metadata.type,parentSchema:schema39.properties.metadata,data:data4}];
return false;
}
}
var valid0 = _errs10 === errors;
}
}
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getCustomer_path = validate29;
const schema40 = {"type":"object","additionalProperties":false,"properties":{"customerId":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]}},"required":["customerId"]};

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
if((data.customerId === undefined) && (missing0 = "customerId")){
validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema40.required,parentSchema:schema40,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "customerId")){
validate29.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.customerId !== undefined){
let data0 = data.customerId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern8.test(data0)){
validate29.errors = [{instancePath:instancePath+"/customerId",schemaPath:"#/properties/customerId/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema40.properties.customerId,data:data0}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/customerId",schemaPath:"#/properties/customerId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema40.properties.customerId.type,parentSchema:schema40.properties.customerId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateCustomer_application_json = validate30;
const schema41 = {"type":"object","description":"Changes to a customer: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"name":{"type":"string","description":"New name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_customer_name","pattern":"invalid_customer_name"},"examples":["Padaria Pão Quente Ltda"]},"email":{"type":"string","description":"New e-mail in ASCII, compared and stored in lower case. Unique in the account.","format":"email","minLength":3,"maxLength":320,"pattern":"^[^@]{1,64}@[^@]{1,255}$","examples":["financeiro@padaria.example"]},"phone":{"type":["string","null"],"description":"New phone number; null removes it.","minLength":1,"maxLength":32,"examples":["+551133334444",null]},"tax_id":{"type":["string","null"],"description":"New CPF or CNPJ, stored as sent; null removes it.","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95",null]},"metadata":{"type":"object","description":"The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"examples":[{"pedido":"1042"}]},"status":{"type":"string","description":"An `inactive` customer cannot be named in a new checkout.","enum":["active","inactive"],"examples":["inactive"]}}};

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
if(Object.keys(data).length < 1){
validate30.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema41,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "name") || (key0 === "email")) || (key0 === "phone")) || (key0 === "tax_id")) || (key0 === "metadata")) || (key0 === "status"))){
validate30.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate30.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema41.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate30.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate30.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema41.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.name.type,parentSchema:schema41.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data1 = data.email;
const _errs4 = errors;
if(errors === _errs4){
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 320){
validate30.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema41.properties.email,data:data1}];
return false;
}
else {
if(func2(data1) < 3){
validate30.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema41.properties.email,data:data1}];
return false;
}
else {
if(!pattern10.test(data1)){
validate30.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^@]{1,64}@[^@]{1,255}$"},message:"must match pattern \""+"^[^@]{1,64}@[^@]{1,255}$"+"\"",schema:"^[^@]{1,64}@[^@]{1,255}$",parentSchema:schema41.properties.email,data:data1}];
return false;
}
else {
if(!(formats0.test(data1))){
validate30.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\"",schema:"email",parentSchema:schema41.properties.email,data:data1}];
return false;
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.email.type,parentSchema:schema41.properties.email,data:data1}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phone !== undefined){
let data2 = data.phone;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate30.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: schema41.properties.phone.type},message:"must be string,null",schema:schema41.properties.phone.type,parentSchema:schema41.properties.phone,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 32){
validate30.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema41.properties.phone,data:data2}];
return false;
}
else {
if(func2(data2) < 1){
validate30.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.phone,data:data2}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tax_id !== undefined){
let data3 = data.tax_id;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate30.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/type",keyword:"type",params:{type: schema41.properties.tax_id.type},message:"must be string,null",schema:schema41.properties.tax_id.type,parentSchema:schema41.properties.tax_id,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 32){
validate30.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema41.properties.tax_id,data:data3}];
return false;
}
else {
if(func2(data3) < 1){
validate30.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.tax_id,data:data3}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data4 = data.metadata;
const _errs10 = errors;
if(errors === _errs10){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(!(keyword0(data4, 16384, data))){
validate30.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema41.properties.metadata,data:data4}];
return false;
}
else {
if(!(keyword1(data4, 8, data))){
validate30.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema41.properties.metadata,data:data4}];
return false;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.properties.metadata.type,parentSchema:schema41.properties.metadata,data:data4}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data5 = data.status;
const _errs13 = errors;
if(typeof data5 !== "string"){
validate30.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.status.type,parentSchema:schema41.properties.status,data:data5}];
return false;
}
if(!((data5 === "active") || (data5 === "inactive"))){
validate30.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema41.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema41.properties.status.enum,parentSchema:schema41.properties.status,data:data5}];
return false;
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
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listProducts_query = validate31;
const schema42 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]},"status":{"type":"string","enum":["active","archived"],"examples":["active"]}},"required":[]};
const pattern14 = new RegExp("^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "starting_after")) || (key0 === "status"))){
validate31.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema42,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate31.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.limit.type,parentSchema:schema42.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate31.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate31.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern14.test(data1)){
validate31.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema42.properties.starting_after,data:data1}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.starting_after.type,parentSchema:schema42.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data2 = data.status;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate31.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.status.type,parentSchema:schema42.properties.status,data:data2}];
return false;
}
if(!((data2 === "active") || (data2 === "archived"))){
validate31.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema42.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema42.properties.status.enum,parentSchema:schema42.properties.status,data:data2}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createProduct_application_json = validate32;
const schema43 = {"type":"object","description":"A new product with its first offer.","additionalProperties":false,"required":["name","default_offer"],"properties":{"name":{"type":"string","description":"Name that the buyer sees, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_product_name","pattern":"invalid_product_name"},"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"Description that the buyer sees.","maxLength":2000,"default":"","examples":["Caneca de 300 ml, queimada a 1.200 °C."]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"default_offer":{"type":"object","description":"The first offer of a product, which becomes its default. Price, currency and billing terms never change afterwards.","additionalProperties":false,"required":["amount_minor","currency"],"properties":{"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"name":{"type":"string","description":"Name of the offer, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","default":"Padrão","examples":["Padrão"]},"compare_at_amount_minor":{"type":"integer","format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`.","minimum":1,"maximum":99999999999,"x-at-least":"amount_minor","x-error-code":{"minimum":"invalid_compare_at_amount","x-at-least":"invalid_compare_at_amount"},"examples":[5990]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"default":"one_time","examples":["one_time"]},"billing_interval":{"type":"string","description":"Billing interval: required for `recurring`, not allowed for `one_time`.","enum":["day","week","month","year"],"examples":["month"]},"interval_count":{"type":"integer","description":"Intervals between two bills: `recurring` only, where it is 1 unless sent. Not allowed for `one_time`.","minimum":1,"maximum":999,"examples":[1]}},"if":{"additionalProperties":true,"required":["type"],"properties":{"type":{"const":"recurring"}}},"then":{"additionalProperties":true,"required":["billing_interval"],"properties":{"billing_interval":{}},"x-error-code":{"required":"billing_interval_required"}},"else":{"additionalProperties":true,"if":{"additionalProperties":true,"properties":{"type":{"const":"one_time"}}},"then":{"additionalProperties":true,"properties":{"billing_interval":{"not":{},"x-error-code":"invalid_one_time_billing"},"interval_count":{"not":{},"x-error-code":"invalid_one_time_billing"}}}}}}};
const keyword6 = keywords["x-at-least"];
const formats4 = formats.int64;

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
if(data.description === undefined){
data.description = "";
}
if(data.metadata === undefined){
data.metadata = {};
}
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.default_offer === undefined) && (missing0 = "default_offer"))){
validate32.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema43.required,parentSchema:schema43,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "name") || (key0 === "description")) || (key0 === "metadata")) || (key0 === "default_offer"))){
validate32.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema43,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema43.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema43.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema43.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.name.type,parentSchema:schema43.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data1 = data.description;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 2000){
validate32.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema43.properties.description,data:data1}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.description.type,parentSchema:schema43.properties.description,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
if(valid0){
let data2 = data.metadata;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(!(keyword0(data2, 16384, data))){
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema43.properties.metadata,data:data2}];
return false;
}
else {
if(!(keyword1(data2, 8, data))){
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema43.properties.metadata,data:data2}];
return false;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema43.properties.metadata.type,parentSchema:schema43.properties.metadata,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
if(valid0){
if(data.default_offer !== undefined){
let data3 = data.default_offer;
const _errs9 = errors;
const _errs11 = errors;
let valid1 = true;
const _errs12 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.type === undefined) && (missing1 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data3.type !== undefined){
if("recurring" !== data3.type){
const err1 = {};
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
}
var _valid0 = _errs12 === errors;
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs15 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if((data3.billing_interval === undefined) && (missing2 = "billing_interval")){
validate32.errors = [{instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/then/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema43.properties.default_offer.then.required,parentSchema:schema43.properties.default_offer.then,data:data3}];
return false;
}
}
var _valid0 = _errs15 === errors;
valid1 = _valid0;
ifClause0 = "then";
}
else {
const _errs17 = errors;
const _errs18 = errors;
let valid3 = true;
const _errs19 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.type !== undefined){
if("one_time" !== data3.type){
const err2 = {};
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
var _valid1 = _errs19 === errors;
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs22 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.billing_interval !== undefined){
const _errs24 = errors;
validate32.errors = [{instancePath:instancePath+"/default_offer/billing_interval",schemaPath:"#/properties/default_offer/else/then/properties/billing_interval/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema43.properties.default_offer.else.then.properties.billing_interval.not,parentSchema:schema43.properties.default_offer.else.then.properties.billing_interval,data:data3.billing_interval}];
return false;
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data3.interval_count !== undefined){
const _errs26 = errors;
validate32.errors = [{instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/else/then/properties/interval_count/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema43.properties.default_offer.else.then.properties.interval_count.not,parentSchema:schema43.properties.default_offer.else.then.properties.interval_count,data:data3.interval_count}];
return false;
var valid5 = _errs26 === errors;
}
else {
var valid5 = true;
}
}
}
var _valid1 = _errs22 === errors;
valid3 = _valid1;
}
if(!valid3){
const err3 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/else/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema43.properties.default_offer.else.if,parentSchema:schema43.properties.default_offer.else,data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate32.errors = vErrors;
return false;
}
var _valid0 = _errs17 === errors;
valid1 = _valid0;
ifClause0 = "else";
}
if(!valid1){
const err4 = {instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema43.properties.default_offer.if,parentSchema:schema43.properties.default_offer,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate32.errors = vErrors;
return false;
}
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.name === undefined){
data3.name = "Padrão";
}
if(data3.type === undefined){
data3.type = "one_time";
}
let missing3;
if(((data3.amount_minor === undefined) && (missing3 = "amount_minor")) || ((data3.currency === undefined) && (missing3 = "currency"))){
validate32.errors = [{instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema43.properties.default_offer.required,parentSchema:schema43.properties.default_offer,data:data3}];
return false;
}
else {
const _errs29 = errors;
for(const key1 in data3){
if(!(((((((key1 === "amount_minor") || (key1 === "currency")) || (key1 === "name")) || (key1 === "compare_at_amount_minor")) || (key1 === "type")) || (key1 === "billing_interval")) || (key1 === "interval_count"))){
validate32.errors = [{instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema43.properties.default_offer,data:data3}];
return false;
break;
}
}
if(_errs29 === errors){
if(data3.amount_minor !== undefined){
let data8 = data3.amount_minor;
const _errs30 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate32.errors = [{instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema43.properties.default_offer.properties.amount_minor.type,parentSchema:schema43.properties.default_offer.properties.amount_minor,data:data8}];
return false;
}
if(errors === _errs30){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 99999999999 || isNaN(data8)){
validate32.errors = [{instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema43.properties.default_offer.properties.amount_minor,data:data8}];
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
validate32.errors = [{instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema43.properties.default_offer.properties.amount_minor,data:data8}];
return false;
}
else {
if(!(formats4.validate(data8))){
validate32.errors = [{instancePath:instancePath+"/default_offer/amount_minor",schemaPath:"#/properties/default_offer/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema43.properties.default_offer.properties.amount_minor,data:data8}];
return false;
}
}
}
}
}
var valid6 = _errs30 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.currency !== undefined){
let data9 = data3.currency;
const _errs32 = errors;
if(typeof data9 !== "string"){
validate32.errors = [{instancePath:instancePath+"/default_offer/currency",schemaPath:"#/properties/default_offer/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.default_offer.properties.currency.type,parentSchema:schema43.properties.default_offer.properties.currency,data:data9}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data9 === "AED") || (data9 === "AFN")) || (data9 === "ALL")) || (data9 === "AMD")) || (data9 === "AOA")) || (data9 === "ARS")) || (data9 === "AUD")) || (data9 === "AWG")) || (data9 === "AZN")) || (data9 === "BAM")) || (data9 === "BBD")) || (data9 === "BDT")) || (data9 === "BHD")) || (data9 === "BIF")) || (data9 === "BMD")) || (data9 === "BND")) || (data9 === "BOB")) || (data9 === "BRL")) || (data9 === "BSD")) || (data9 === "BTN")) || (data9 === "BWP")) || (data9 === "BYN")) || (data9 === "BZD")) || (data9 === "CAD")) || (data9 === "CDF")) || (data9 === "CHF")) || (data9 === "CLP")) || (data9 === "CNY")) || (data9 === "COP")) || (data9 === "CRC")) || (data9 === "CUP")) || (data9 === "CVE")) || (data9 === "CZK")) || (data9 === "DJF")) || (data9 === "DKK")) || (data9 === "DOP")) || (data9 === "DZD")) || (data9 === "EGP")) || (data9 === "ERN")) || (data9 === "ETB")) || (data9 === "EUR")) || (data9 === "FJD")) || (data9 === "FKP")) || (data9 === "GBP")) || (data9 === "GEL")) || (data9 === "GHS")) || (data9 === "GIP")) || (data9 === "GMD")) || (data9 === "GNF")) || (data9 === "GTQ")) || (data9 === "GYD")) || (data9 === "HKD")) || (data9 === "HNL")) || (data9 === "HTG")) || (data9 === "HUF")) || (data9 === "IDR")) || (data9 === "ILS")) || (data9 === "INR")) || (data9 === "IQD")) || (data9 === "IRR")) || (data9 === "ISK")) || (data9 === "JMD")) || (data9 === "JOD")) || (data9 === "JPY")) || (data9 === "KES")) || (data9 === "KGS")) || (data9 === "KHR")) || (data9 === "KMF")) || (data9 === "KPW")) || (data9 === "KRW")) || (data9 === "KWD")) || (data9 === "KYD")) || (data9 === "KZT")) || (data9 === "LAK")) || (data9 === "LBP")) || (data9 === "LKR")) || (data9 === "LRD")) || (data9 === "LSL")) || (data9 === "LYD")) || (data9 === "MAD")) || (data9 === "MDL")) || (data9 === "MGA")) || (data9 === "MKD")) || (data9 === "MMK")) || (data9 === "MNT")) || (data9 === "MOP")) || (data9 === "MRU")) || (data9 === "MUR")) || (data9 === "MVR")) || (data9 === "MWK")) || (data9 === "MXN")) || (data9 === "MYR")) || (data9 === "MZN")) || (data9 === "NAD")) || (data9 === "NGN")) || (data9 === "NIO")) || (data9 === "NOK")) || (data9 === "NPR")) || (data9 === "NZD")) || (data9 === "OMR")) || (data9 === "PAB")) || (data9 === "PEN")) || (data9 === "PGK")) || (data9 === "PHP")) || (data9 === "PKR")) || (data9 === "PLN")) || (data9 === "PYG")) || (data9 === "QAR")) || (data9 === "RON")) || (data9 === "RSD")) || (data9 === "RUB")) || (data9 === "RWF")) || (data9 === "SAR")) || (data9 === "SBD")) || (data9 === "SCR")) || (data9 === "SDG")) || (data9 === "SEK")) || (data9 === "SGD")) || (data9 === "SHP")) || (data9 === "SLE")) || (data9 === "SOS")) || (data9 === "SRD")) || (data9 === "SSP")) || (data9 === "STN")) || (data9 === "SVC")) || (data9 === "SYP")) || (data9 === "SZL")) || (data9 === "THB")) || (data9 === "TJS")) || (data9 === "TMT")) || (data9 === "TND")) || (data9 === "TOP")) || (data9 === "TRY")) || (data9 === "TTD")) || (data9 === "TWD")) || (data9 === "TZS")) || (data9 === "UAH")) || (data9 === "UGX")) || (data9 === "USD")) || (data9 === "UYU")) || (data9 === "UYW")) || (data9 === "UZS")) || (data9 === "VED")) || (data9 === "VES")) || (data9 === "VND")) || (data9 === "VUV")) || (data9 === "WST")) || (data9 === "XAD")) || (data9 === "XAF")) || (data9 === "XCD")) || (data9 === "XCG")) || (data9 === "XOF")) || (data9 === "XPF")) || (data9 === "YER")) || (data9 === "ZAR")) || (data9 === "ZMW")) || (data9 === "ZWG"))){
validate32.errors = [{instancePath:instancePath+"/default_offer/currency",schemaPath:"#/properties/default_offer/properties/currency/enum",keyword:"enum",params:{allowedValues: schema43.properties.default_offer.properties.currency.enum},message:"must be equal to one of the allowed values",schema:schema43.properties.default_offer.properties.currency.enum,parentSchema:schema43.properties.default_offer.properties.currency,data:data9}];
return false;
}
var valid6 = _errs32 === errors;
}
else {
var valid6 = true;
}
if(valid6){
let data10 = data3.name;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data10 === "string"){
if(func2(data10) > 160){
validate32.errors = [{instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema43.properties.default_offer.properties.name,data:data10}];
return false;
}
else {
if(func2(data10) < 1){
validate32.errors = [{instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema43.properties.default_offer.properties.name,data:data10}];
return false;
}
else {
if(!pattern9.test(data10)){
validate32.errors = [{instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema43.properties.default_offer.properties.name,data:data10}];
return false;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/default_offer/name",schemaPath:"#/properties/default_offer/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.default_offer.properties.name.type,parentSchema:schema43.properties.default_offer.properties.name,data:data10}];
return false;
}
}
var valid6 = _errs34 === errors;
if(valid6){
if(data3.compare_at_amount_minor !== undefined){
let data11 = data3.compare_at_amount_minor;
const _errs36 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate32.errors = [{instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/properties/compare_at_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema43.properties.default_offer.properties.compare_at_amount_minor.type,parentSchema:schema43.properties.default_offer.properties.compare_at_amount_minor,data:data11}];
return false;
}
if(errors === _errs36){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 99999999999 || isNaN(data11)){
validate32.errors = [{instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema43.properties.default_offer.properties.compare_at_amount_minor,data:data11}];
return false;
}
else {
if(data11 < 1 || isNaN(data11)){
validate32.errors = [{instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema43.properties.default_offer.properties.compare_at_amount_minor,data:data11}];
return false;
}
else {
if(!(formats4.validate(data11))){
validate32.errors = [{instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema43.properties.default_offer.properties.compare_at_amount_minor,data:data11}];
return false;
}
else {
if(!(keyword6(data11, "amount_minor", data3))){
validate32.errors = [{instancePath:instancePath+"/default_offer/compare_at_amount_minor",schemaPath:"#/properties/default_offer/properties/compare_at_amount_minor/x-at-least",keyword:"x-at-least",params:{},message:"must pass \"x-at-least\" keyword validation",schema:"amount_minor",parentSchema:schema43.properties.default_offer.properties.compare_at_amount_minor,data:data11}];
return false;
}
}
}
}
}
}
var valid6 = _errs36 === errors;
}
else {
var valid6 = true;
}
if(valid6){
let data12 = data3.type;
const _errs38 = errors;
if(typeof data12 !== "string"){
validate32.errors = [{instancePath:instancePath+"/default_offer/type",schemaPath:"#/properties/default_offer/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.default_offer.properties.type.type,parentSchema:schema43.properties.default_offer.properties.type,data:data12}];
return false;
}
if(!((data12 === "one_time") || (data12 === "recurring"))){
validate32.errors = [{instancePath:instancePath+"/default_offer/type",schemaPath:"#/properties/default_offer/properties/type/enum",keyword:"enum",params:{allowedValues: schema43.properties.default_offer.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema43.properties.default_offer.properties.type.enum,parentSchema:schema43.properties.default_offer.properties.type,data:data12}];
return false;
}
var valid6 = _errs38 === errors;
if(valid6){
if(data3.billing_interval !== undefined){
let data13 = data3.billing_interval;
const _errs40 = errors;
if(typeof data13 !== "string"){
validate32.errors = [{instancePath:instancePath+"/default_offer/billing_interval",schemaPath:"#/properties/default_offer/properties/billing_interval/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.properties.default_offer.properties.billing_interval.type,parentSchema:schema43.properties.default_offer.properties.billing_interval,data:data13}];
return false;
}
if(!((((data13 === "day") || (data13 === "week")) || (data13 === "month")) || (data13 === "year"))){
validate32.errors = [{instancePath:instancePath+"/default_offer/billing_interval",schemaPath:"#/properties/default_offer/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema43.properties.default_offer.properties.billing_interval.enum},message:"must be equal to one of the allowed values",schema:schema43.properties.default_offer.properties.billing_interval.enum,parentSchema:schema43.properties.default_offer.properties.billing_interval,data:data13}];
return false;
}
var valid6 = _errs40 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.interval_count !== undefined){
let data14 = data3.interval_count;
const _errs42 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate32.errors = [{instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/properties/interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema43.properties.default_offer.properties.interval_count.type,parentSchema:schema43.properties.default_offer.properties.interval_count,data:data14}];
return false;
}
if(errors === _errs42){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 999 || isNaN(data14)){
validate32.errors = [{instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999",schema:999,parentSchema:schema43.properties.default_offer.properties.interval_count,data:data14}];
return false;
}
else {
if(data14 < 1 || isNaN(data14)){
validate32.errors = [{instancePath:instancePath+"/default_offer/interval_count",schemaPath:"#/properties/default_offer/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema43.properties.default_offer.properties.interval_count,data:data14}];
return false;
}
}
}
}
var valid6 = _errs42 === errors;
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
else {
validate32.errors = [{instancePath:instancePath+"/default_offer",schemaPath:"#/properties/default_offer/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema43.properties.default_offer.type,parentSchema:schema43.properties.default_offer,data:data3}];
return false;
}
}
var valid0 = _errs9 === errors;
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
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema43.type,parentSchema:schema43,data}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getProduct_path = validate33;
const schema44 = {"type":"object","additionalProperties":false,"properties":{"productId":{"type":"string","description":"Id of a product.","pattern":"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_product_id","examples":["prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24"]}},"required":["productId"]};

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
if((data.productId === undefined) && (missing0 = "productId")){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema44.required,parentSchema:schema44,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "productId")){
validate33.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema44,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.productId !== undefined){
let data0 = data.productId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern14.test(data0)){
validate33.errors = [{instancePath:instancePath+"/productId",schemaPath:"#/properties/productId/pattern",keyword:"pattern",params:{pattern: "^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^prod_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema44.properties.productId,data:data0}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/productId",schemaPath:"#/properties/productId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.productId.type,parentSchema:schema44.properties.productId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.type,parentSchema:schema44,data}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateProduct_application_json = validate34;
const schema45 = {"type":"object","description":"Changes to a product: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"name":{"type":"string","description":"New name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_product_name","pattern":"invalid_product_name"},"examples":["Caneca de cerâmica"]},"description":{"type":"string","description":"New description that the buyer sees. May be empty.","maxLength":2000,"examples":["Caneca de 350 ml, queimada a 1.200 °C."]},"metadata":{"type":"object","description":"The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"examples":[{"pedido":"1042"}]},"status":{"type":"string","description":"An `archived` product takes no new offers and no new checkouts.","enum":["active","archived"],"examples":["archived"]}}};

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
if(Object.keys(data).length < 1){
validate34.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema45,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "name") || (key0 === "description")) || (key0 === "metadata")) || (key0 === "status"))){
validate34.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema45,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema45.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema45.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema45.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.name.type,parentSchema:schema45.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined){
let data1 = data.description;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 2000){
validate34.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema45.properties.description,data:data1}];
return false;
}
}
else {
validate34.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.description.type,parentSchema:schema45.properties.description,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data2 = data.metadata;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(!(keyword0(data2, 16384, data))){
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema45.properties.metadata,data:data2}];
return false;
}
else {
if(!(keyword1(data2, 8, data))){
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema45.properties.metadata,data:data2}];
return false;
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.properties.metadata.type,parentSchema:schema45.properties.metadata,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data3 = data.status;
const _errs9 = errors;
if(typeof data3 !== "string"){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.status.type,parentSchema:schema45.properties.status,data:data3}];
return false;
}
if(!((data3 === "active") || (data3 === "archived"))){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema45.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema45.properties.status.enum,parentSchema:schema45.properties.status,data:data3}];
return false;
}
var valid0 = _errs9 === errors;
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
validate34.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.type,parentSchema:schema45,data}];
return false;
}
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listOffers_query = validate35;
const schema46 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["offer_019caea9-33ec-7f6c-86d5-e8a07c9ebf46"]}},"required":[]};
const pattern19 = new RegExp("^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate35.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema46,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate35.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema46.properties.limit.type,parentSchema:schema46.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate35.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema46.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate35.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema46.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern19.test(data1)){
validate35.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema46.properties.starting_after,data:data1}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema46.properties.starting_after.type,parentSchema:schema46.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema46.type,parentSchema:schema46,data}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createOffer_application_json = validate36;
const schema47 = {"type":"object","description":"A new offer. Price, currency and billing terms never change afterwards.","additionalProperties":false,"required":["amount_minor","currency"],"properties":{"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"currency":{"type":"string","description":"ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.","enum":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UYW","UZS","VED","VES","VND","VUV","WST","XAD","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"examples":["BRL"]},"name":{"type":"string","description":"Name of the offer, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","default":"Padrão","examples":["Padrão"]},"compare_at_amount_minor":{"type":"integer","format":"int64","description":"Struck-through reference price in minor units, at least `amount_minor`.","minimum":1,"maximum":99999999999,"x-at-least":"amount_minor","x-error-code":{"minimum":"invalid_compare_at_amount","x-at-least":"invalid_compare_at_amount"},"examples":[5990]},"type":{"type":"string","description":"Sold once, or billed at an interval.","enum":["one_time","recurring"],"default":"one_time","examples":["one_time"]},"billing_interval":{"type":"string","description":"Billing interval: required for `recurring`, not allowed for `one_time`.","enum":["day","week","month","year"],"examples":["month"]},"interval_count":{"type":"integer","description":"Intervals between two bills: `recurring` only, where it is 1 unless sent. Not allowed for `one_time`.","minimum":1,"maximum":999,"examples":[1]},"is_default":{"type":"boolean","description":"Whether it becomes the product's default. It does so anyway when the product has no active default.","default":false,"examples":[true]}},"if":{"additionalProperties":true,"required":["type"],"properties":{"type":{"const":"recurring"}}},"then":{"additionalProperties":true,"required":["billing_interval"],"properties":{"billing_interval":{}},"x-error-code":{"required":"billing_interval_required"}},"else":{"additionalProperties":true,"if":{"additionalProperties":true,"properties":{"type":{"const":"one_time"}}},"then":{"additionalProperties":true,"properties":{"billing_interval":{"not":{},"x-error-code":"invalid_one_time_billing"},"interval_count":{"not":{},"x-error-code":"invalid_one_time_billing"}}}}};

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
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
if("recurring" !== data.type){
const err1 = {};
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
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.billing_interval === undefined) && (missing1 = "billing_interval")){
validate36.errors = [{instancePath,schemaPath:"#/then/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema47.then.required,parentSchema:schema47.then,data}];
return false;
}
}
var _valid0 = _errs5 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs7 = errors;
const _errs8 = errors;
let valid2 = true;
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
if("one_time" !== data.type){
const err2 = {};
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
var _valid1 = _errs9 === errors;
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.billing_interval !== undefined){
const _errs14 = errors;
validate36.errors = [{instancePath:instancePath+"/billing_interval",schemaPath:"#/else/then/properties/billing_interval/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema47.else.then.properties.billing_interval.not,parentSchema:schema47.else.then.properties.billing_interval,data:data.billing_interval}];
return false;
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.interval_count !== undefined){
const _errs16 = errors;
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/else/then/properties/interval_count/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema47.else.then.properties.interval_count.not,parentSchema:schema47.else.then.properties.interval_count,data:data.interval_count}];
return false;
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
}
}
var _valid1 = _errs12 === errors;
valid2 = _valid1;
}
if(!valid2){
const err3 = {instancePath,schemaPath:"#/else/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema47.else.if,parentSchema:schema47.else,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate36.errors = vErrors;
return false;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema47.if,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate36.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
data.name = "Padrão";
}
if(data.type === undefined){
data.type = "one_time";
}
if(data.is_default === undefined){
data.is_default = false;
}
let missing2;
if(((data.amount_minor === undefined) && (missing2 = "amount_minor")) || ((data.currency === undefined) && (missing2 = "currency"))){
validate36.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema47.required,parentSchema:schema47,data}];
return false;
}
else {
const _errs19 = errors;
for(const key0 in data){
if(!((((((((key0 === "amount_minor") || (key0 === "currency")) || (key0 === "name")) || (key0 === "compare_at_amount_minor")) || (key0 === "type")) || (key0 === "billing_interval")) || (key0 === "interval_count")) || (key0 === "is_default"))){
validate36.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema47,data}];
return false;
break;
}
}
if(_errs19 === errors){
if(data.amount_minor !== undefined){
let data4 = data.amount_minor;
const _errs20 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema47.properties.amount_minor.type,parentSchema:schema47.properties.amount_minor,data:data4}];
return false;
}
if(errors === _errs20){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 99999999999 || isNaN(data4)){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema47.properties.amount_minor,data:data4}];
return false;
}
else {
if(data4 < 1 || isNaN(data4)){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema47.properties.amount_minor,data:data4}];
return false;
}
else {
if(!(formats4.validate(data4))){
validate36.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema47.properties.amount_minor,data:data4}];
return false;
}
}
}
}
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.currency !== undefined){
let data5 = data.currency;
const _errs22 = errors;
if(typeof data5 !== "string"){
validate36.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.currency.type,parentSchema:schema47.properties.currency,data:data5}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data5 === "AED") || (data5 === "AFN")) || (data5 === "ALL")) || (data5 === "AMD")) || (data5 === "AOA")) || (data5 === "ARS")) || (data5 === "AUD")) || (data5 === "AWG")) || (data5 === "AZN")) || (data5 === "BAM")) || (data5 === "BBD")) || (data5 === "BDT")) || (data5 === "BHD")) || (data5 === "BIF")) || (data5 === "BMD")) || (data5 === "BND")) || (data5 === "BOB")) || (data5 === "BRL")) || (data5 === "BSD")) || (data5 === "BTN")) || (data5 === "BWP")) || (data5 === "BYN")) || (data5 === "BZD")) || (data5 === "CAD")) || (data5 === "CDF")) || (data5 === "CHF")) || (data5 === "CLP")) || (data5 === "CNY")) || (data5 === "COP")) || (data5 === "CRC")) || (data5 === "CUP")) || (data5 === "CVE")) || (data5 === "CZK")) || (data5 === "DJF")) || (data5 === "DKK")) || (data5 === "DOP")) || (data5 === "DZD")) || (data5 === "EGP")) || (data5 === "ERN")) || (data5 === "ETB")) || (data5 === "EUR")) || (data5 === "FJD")) || (data5 === "FKP")) || (data5 === "GBP")) || (data5 === "GEL")) || (data5 === "GHS")) || (data5 === "GIP")) || (data5 === "GMD")) || (data5 === "GNF")) || (data5 === "GTQ")) || (data5 === "GYD")) || (data5 === "HKD")) || (data5 === "HNL")) || (data5 === "HTG")) || (data5 === "HUF")) || (data5 === "IDR")) || (data5 === "ILS")) || (data5 === "INR")) || (data5 === "IQD")) || (data5 === "IRR")) || (data5 === "ISK")) || (data5 === "JMD")) || (data5 === "JOD")) || (data5 === "JPY")) || (data5 === "KES")) || (data5 === "KGS")) || (data5 === "KHR")) || (data5 === "KMF")) || (data5 === "KPW")) || (data5 === "KRW")) || (data5 === "KWD")) || (data5 === "KYD")) || (data5 === "KZT")) || (data5 === "LAK")) || (data5 === "LBP")) || (data5 === "LKR")) || (data5 === "LRD")) || (data5 === "LSL")) || (data5 === "LYD")) || (data5 === "MAD")) || (data5 === "MDL")) || (data5 === "MGA")) || (data5 === "MKD")) || (data5 === "MMK")) || (data5 === "MNT")) || (data5 === "MOP")) || (data5 === "MRU")) || (data5 === "MUR")) || (data5 === "MVR")) || (data5 === "MWK")) || (data5 === "MXN")) || (data5 === "MYR")) || (data5 === "MZN")) || (data5 === "NAD")) || (data5 === "NGN")) || (data5 === "NIO")) || (data5 === "NOK")) || (data5 === "NPR")) || (data5 === "NZD")) || (data5 === "OMR")) || (data5 === "PAB")) || (data5 === "PEN")) || (data5 === "PGK")) || (data5 === "PHP")) || (data5 === "PKR")) || (data5 === "PLN")) || (data5 === "PYG")) || (data5 === "QAR")) || (data5 === "RON")) || (data5 === "RSD")) || (data5 === "RUB")) || (data5 === "RWF")) || (data5 === "SAR")) || (data5 === "SBD")) || (data5 === "SCR")) || (data5 === "SDG")) || (data5 === "SEK")) || (data5 === "SGD")) || (data5 === "SHP")) || (data5 === "SLE")) || (data5 === "SOS")) || (data5 === "SRD")) || (data5 === "SSP")) || (data5 === "STN")) || (data5 === "SVC")) || (data5 === "SYP")) || (data5 === "SZL")) || (data5 === "THB")) || (data5 === "TJS")) || (data5 === "TMT")) || (data5 === "TND")) || (data5 === "TOP")) || (data5 === "TRY")) || (data5 === "TTD")) || (data5 === "TWD")) || (data5 === "TZS")) || (data5 === "UAH")) || (data5 === "UGX")) || (data5 === "USD")) || (data5 === "UYU")) || (data5 === "UYW")) || (data5 === "UZS")) || (data5 === "VED")) || (data5 === "VES")) || (data5 === "VND")) || (data5 === "VUV")) || (data5 === "WST")) || (data5 === "XAD")) || (data5 === "XAF")) || (data5 === "XCD")) || (data5 === "XCG")) || (data5 === "XOF")) || (data5 === "XPF")) || (data5 === "YER")) || (data5 === "ZAR")) || (data5 === "ZMW")) || (data5 === "ZWG"))){
validate36.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema47.properties.currency.enum},message:"must be equal to one of the allowed values",schema:schema47.properties.currency.enum,parentSchema:schema47.properties.currency,data:data5}];
return false;
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
if(valid5){
let data6 = data.name;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data6 === "string"){
if(func2(data6) > 160){
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema47.properties.name,data:data6}];
return false;
}
else {
if(func2(data6) < 1){
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema47.properties.name,data:data6}];
return false;
}
else {
if(!pattern9.test(data6)){
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema47.properties.name,data:data6}];
return false;
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.name.type,parentSchema:schema47.properties.name,data:data6}];
return false;
}
}
var valid5 = _errs24 === errors;
if(valid5){
if(data.compare_at_amount_minor !== undefined){
let data7 = data.compare_at_amount_minor;
const _errs26 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema47.properties.compare_at_amount_minor.type,parentSchema:schema47.properties.compare_at_amount_minor,data:data7}];
return false;
}
if(errors === _errs26){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 99999999999 || isNaN(data7)){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema47.properties.compare_at_amount_minor,data:data7}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema47.properties.compare_at_amount_minor,data:data7}];
return false;
}
else {
if(!(formats4.validate(data7))){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema47.properties.compare_at_amount_minor,data:data7}];
return false;
}
else {
if(!(keyword6(data7, "amount_minor", data))){
validate36.errors = [{instancePath:instancePath+"/compare_at_amount_minor",schemaPath:"#/properties/compare_at_amount_minor/x-at-least",keyword:"x-at-least",params:{},message:"must pass \"x-at-least\" keyword validation",schema:"amount_minor",parentSchema:schema47.properties.compare_at_amount_minor,data:data7}];
return false;
}
}
}
}
}
}
var valid5 = _errs26 === errors;
}
else {
var valid5 = true;
}
if(valid5){
let data8 = data.type;
const _errs28 = errors;
if(typeof data8 !== "string"){
validate36.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.type.type,parentSchema:schema47.properties.type,data:data8}];
return false;
}
if(!((data8 === "one_time") || (data8 === "recurring"))){
validate36.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema47.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema47.properties.type.enum,parentSchema:schema47.properties.type,data:data8}];
return false;
}
var valid5 = _errs28 === errors;
if(valid5){
if(data.billing_interval !== undefined){
let data9 = data.billing_interval;
const _errs30 = errors;
if(typeof data9 !== "string"){
validate36.errors = [{instancePath:instancePath+"/billing_interval",schemaPath:"#/properties/billing_interval/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.billing_interval.type,parentSchema:schema47.properties.billing_interval,data:data9}];
return false;
}
if(!((((data9 === "day") || (data9 === "week")) || (data9 === "month")) || (data9 === "year"))){
validate36.errors = [{instancePath:instancePath+"/billing_interval",schemaPath:"#/properties/billing_interval/enum",keyword:"enum",params:{allowedValues: schema47.properties.billing_interval.enum},message:"must be equal to one of the allowed values",schema:schema47.properties.billing_interval.enum,parentSchema:schema47.properties.billing_interval,data:data9}];
return false;
}
var valid5 = _errs30 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.interval_count !== undefined){
let data10 = data.interval_count;
const _errs32 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema47.properties.interval_count.type,parentSchema:schema47.properties.interval_count,data:data10}];
return false;
}
if(errors === _errs32){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 999 || isNaN(data10)){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999},message:"must be <= 999",schema:999,parentSchema:schema47.properties.interval_count,data:data10}];
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
validate36.errors = [{instancePath:instancePath+"/interval_count",schemaPath:"#/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema47.properties.interval_count,data:data10}];
return false;
}
}
}
}
var valid5 = _errs32 === errors;
}
else {
var valid5 = true;
}
if(valid5){
let data11 = data.is_default;
const _errs34 = errors;
if(typeof data11 !== "boolean"){
validate36.errors = [{instancePath:instancePath+"/is_default",schemaPath:"#/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema47.properties.is_default.type,parentSchema:schema47.properties.is_default,data:data11}];
return false;
}
var valid5 = _errs34 === errors;
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
validate36.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema47.type,parentSchema:schema47,data}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getOffer_path = validate37;
const schema48 = {"type":"object","additionalProperties":false,"properties":{"offerId":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]}},"required":["offerId"]};

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
if((data.offerId === undefined) && (missing0 = "offerId")){
validate37.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema48.required,parentSchema:schema48,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "offerId")){
validate37.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema48,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.offerId !== undefined){
let data0 = data.offerId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern19.test(data0)){
validate37.errors = [{instancePath:instancePath+"/offerId",schemaPath:"#/properties/offerId/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema48.properties.offerId,data:data0}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/offerId",schemaPath:"#/properties/offerId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.properties.offerId.type,parentSchema:schema48.properties.offerId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate37.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema48.type,parentSchema:schema48,data}];
return false;
}
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateOffer_application_json = validate38;
const schema49 = {"type":"object","description":"Changes to an offer: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"name":{"type":"string","description":"New name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_offer_name","pattern":"invalid_offer_name"},"examples":["Preço de lançamento"]},"active":{"type":"boolean","description":"Whether new checkouts can be opened with it. The default offer cannot be deactivated.","examples":[true]},"is_default":{"type":"boolean","description":"`true` makes it the default and demotes the present one; the offer must be active, or become so in the same request. `false` is refused for the default offer and changes nothing for any other.","examples":[true]}}};

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
if(Object.keys(data).length < 1){
validate38.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema49,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "name") || (key0 === "active")) || (key0 === "is_default"))){
validate38.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema49,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate38.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema49.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate38.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate38.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema49.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.name.type,parentSchema:schema49.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.active !== undefined){
let data1 = data.active;
const _errs4 = errors;
if(typeof data1 !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/active",schemaPath:"#/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema49.properties.active.type,parentSchema:schema49.properties.active,data:data1}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_default !== undefined){
let data2 = data.is_default;
const _errs6 = errors;
if(typeof data2 !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/is_default",schemaPath:"#/properties/is_default/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema49.properties.is_default.type,parentSchema:schema49.properties.is_default,data:data2}];
return false;
}
var valid0 = _errs6 === errors;
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
validate38.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.type,parentSchema:schema49,data}];
return false;
}
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listCheckouts_query = validate39;
const schema50 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"external_id":{"type":"string","minLength":1,"maxLength":255,"x-error-code":{"minLength":"invalid_external_id"},"examples":["pedido-1042"]},"status":{"type":"string","description":"`open` until it is paid, canceled, or 24 hours old. The other three are final.","enum":["open","completed","expired","canceled"],"examples":["open"]},"customer_id":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"created_from":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]},"created_to":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]}},"required":[]};
const pattern23 = new RegExp("^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const formats12 = formats["date-time"];

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "external_id")) || (key0 === "status")) || (key0 === "customer_id")) || (key0 === "created_from")) || (key0 === "created_to"))){
validate39.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema50,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate39.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema50.properties.limit.type,parentSchema:schema50.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate39.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema50.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate39.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema50.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern23.test(data1)){
validate39.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema50.properties.starting_after,data:data1}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.starting_after.type,parentSchema:schema50.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data2 = data.external_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate39.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema50.properties.external_id,data:data2}];
return false;
}
else {
if(func2(data2) < 1){
validate39.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema50.properties.external_id,data:data2}];
return false;
}
}
}
else {
validate39.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.external_id.type,parentSchema:schema50.properties.external_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data3 = data.status;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate39.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.status.type,parentSchema:schema50.properties.status,data:data3}];
return false;
}
if(!((((data3 === "open") || (data3 === "completed")) || (data3 === "expired")) || (data3 === "canceled"))){
validate39.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema50.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema50.properties.status.enum,parentSchema:schema50.properties.status,data:data3}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.customer_id !== undefined){
let data4 = data.customer_id;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(!pattern8.test(data4)){
validate39.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema50.properties.customer_id,data:data4}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.customer_id.type,parentSchema:schema50.properties.customer_id,data:data4}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_from !== undefined){
let data5 = data.created_from;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats12.validate(data5))){
validate39.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema50.properties.created_from,data:data5}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.created_from.type,parentSchema:schema50.properties.created_from,data:data5}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_to !== undefined){
let data6 = data.created_to;
const _errs14 = errors;
if(errors === _errs14){
if(errors === _errs14){
if(typeof data6 === "string"){
if(!(formats12.validate(data6))){
validate39.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema50.properties.created_to,data:data6}];
return false;
}
}
else {
validate39.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.properties.created_to.type,parentSchema:schema50.properties.created_to,data:data6}];
return false;
}
}
}
var valid0 = _errs14 === errors;
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
validate39.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema50.type,parentSchema:schema50,data}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createCheckout_application_json = validate40;
const schema51 = {"type":"object","description":"A new session.","additionalProperties":false,"required":["offer_id"],"properties":{"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"customer_id":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"external_id":{"type":"string","description":"Your reference, unique in the account for ever; case counts. A repeat is refused, which makes retries safe.","minLength":1,"maxLength":255,"x-error-code":{"minLength":"invalid_external_id"},"examples":["pedido-1042"]},"success_url":{"type":"string","description":"Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_success_url","pattern":"invalid_success_url"},"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":"string","description":"Where the buyer goes to abandon the purchase: `http` or `https`, in live mode `https`, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_cancel_url","pattern":"invalid_cancel_url"},"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}};
const pattern27 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)", "u");
const formats16 = formats.iri;

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
if(data.metadata === undefined){
data.metadata = {};
}
let missing0;
if((data.offer_id === undefined) && (missing0 = "offer_id")){
validate40.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema51.required,parentSchema:schema51,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "offer_id") || (key0 === "customer_id")) || (key0 === "external_id")) || (key0 === "success_url")) || (key0 === "cancel_url")) || (key0 === "metadata"))){
validate40.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema51,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.offer_id !== undefined){
let data0 = data.offer_id;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern19.test(data0)){
validate40.errors = [{instancePath:instancePath+"/offer_id",schemaPath:"#/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema51.properties.offer_id,data:data0}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/offer_id",schemaPath:"#/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.offer_id.type,parentSchema:schema51.properties.offer_id,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.customer_id !== undefined){
let data1 = data.customer_id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
validate40.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema51.properties.customer_id,data:data1}];
return false;
}
}
else {
validate40.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.customer_id.type,parentSchema:schema51.properties.customer_id,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data2 = data.external_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 255){
validate40.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema51.properties.external_id,data:data2}];
return false;
}
else {
if(func2(data2) < 1){
validate40.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema51.properties.external_id,data:data2}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.external_id.type,parentSchema:schema51.properties.external_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.success_url !== undefined){
let data3 = data.success_url;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 2048){
validate40.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema51.properties.success_url,data:data3}];
return false;
}
else {
if(!pattern27.test(data3)){
validate40.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema51.properties.success_url,data:data3}];
return false;
}
else {
if(!(formats16(data3))){
validate40.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema51.properties.success_url,data:data3}];
return false;
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.success_url.type,parentSchema:schema51.properties.success_url,data:data3}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cancel_url !== undefined){
let data4 = data.cancel_url;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(func2(data4) > 2048){
validate40.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema51.properties.cancel_url,data:data4}];
return false;
}
else {
if(!pattern27.test(data4)){
validate40.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema51.properties.cancel_url,data:data4}];
return false;
}
else {
if(!(formats16(data4))){
validate40.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema51.properties.cancel_url,data:data4}];
return false;
}
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.cancel_url.type,parentSchema:schema51.properties.cancel_url,data:data4}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data5 = data.metadata;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(!(keyword0(data5, 16384, data))){
validate40.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema51.properties.metadata,data:data5}];
return false;
}
else {
if(!(keyword1(data5, 8, data))){
validate40.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema51.properties.metadata,data:data5}];
return false;
}
}
}
else {
validate40.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema51.properties.metadata.type,parentSchema:schema51.properties.metadata,data:data5}];
return false;
}
}
var valid0 = _errs12 === errors;
}
}
}
}
}
}
}
}
else {
validate40.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema51.type,parentSchema:schema51,data}];
return false;
}
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getCheckout_path = validate41;
const schema52 = {"type":"object","additionalProperties":false,"properties":{"checkoutId":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]}},"required":["checkoutId"]};

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
if((data.checkoutId === undefined) && (missing0 = "checkoutId")){
validate41.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema52.required,parentSchema:schema52,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "checkoutId")){
validate41.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema52,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.checkoutId !== undefined){
let data0 = data.checkoutId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern23.test(data0)){
validate41.errors = [{instancePath:instancePath+"/checkoutId",schemaPath:"#/properties/checkoutId/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema52.properties.checkoutId,data:data0}];
return false;
}
}
else {
validate41.errors = [{instancePath:instancePath+"/checkoutId",schemaPath:"#/properties/checkoutId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema52.properties.checkoutId.type,parentSchema:schema52.properties.checkoutId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema52.type,parentSchema:schema52,data}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createCartCheckout_application_json = validate42;
const schema53 = {"type":"object","description":"A new session for a cart.","additionalProperties":false,"required":["items"],"properties":{"items":{"type":"array","description":"What is sold. The sum of all items is what the buyer pays: at least 1 and at most 99999999999.","items":{"type":"object","description":"One line of a cart: an offer of the catalogue by its `offer_id`, or an item of your own by its `name` and `unit_amount_minor`.","additionalProperties":false,"properties":{"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"quantity":{"type":"integer","description":"How many.","minimum":1,"maximum":9999,"default":1,"examples":[2]},"name":{"type":"string","description":"What the buyer reads, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","examples":["Caneca de cerâmica"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"Price of one, in minor units: 0 or more, and of a `discount` less than 0.","minimum":-99999999999,"maximum":99999999999,"examples":[4990]},"description":{"type":"string","description":"More about it, for the buyer.","maxLength":2000,"examples":["300 ml, queimada a 1.200 °C."]},"kind":{"type":"string","description":"What an item is: something sold, freight, a fee, or a `discount`, whose amount is negative.","enum":["product","shipping","fee","discount"],"examples":["product"]},"metadata":{"type":"object","description":"The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"examples":[{"pedido":"1042"}]}},"examples":[{"name":"Caneca de cerâmica","unit_amount_minor":4990,"quantity":2},{"offer_id":"offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"},{"name":"Cupom BEMVINDO","unit_amount_minor":-998,"kind":"discount"}],"if":{"additionalProperties":true,"required":["offer_id"],"properties":{"offer_id":{}}},"then":{"additionalProperties":true,"properties":{"name":{"not":{}},"unit_amount_minor":{"not":{}},"description":{"not":{}},"kind":{"not":{}},"metadata":{"not":{}}}},"else":{"additionalProperties":true,"required":["name","unit_amount_minor"],"properties":{"name":{},"unit_amount_minor":{}},"if":{"additionalProperties":true,"required":["kind"],"properties":{"kind":{"const":"discount"}}},"then":{"additionalProperties":true,"properties":{"unit_amount_minor":{"type":"integer","minimum":-99999999999,"maximum":-1}}},"else":{"additionalProperties":true,"properties":{"unit_amount_minor":{"type":"integer","minimum":0,"maximum":99999999999}}}}},"minItems":1,"maxItems":100},"customer_id":{"type":"string","description":"Id of a customer.","pattern":"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_customer_id","examples":["cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13"]},"customer":{"type":"object","description":"The buyer. The active customer with this e-mail is used as it is; when there is none, one is made.","additionalProperties":false,"required":["name","email"],"properties":{"name":{"type":"string","description":"Full name or company name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_customer_name","pattern":"invalid_customer_name"},"examples":["Padaria Pão Quente Ltda"]},"email":{"type":"string","description":"E-mail in ASCII, compared and stored in lower case. Unique in the account.","format":"email","minLength":3,"maxLength":320,"pattern":"^[^@]{1,64}@[^@]{1,255}$","examples":["compras@padaria.example"]},"phone":{"type":"string","description":"Phone number; E.164 is recommended.","minLength":1,"maxLength":32,"examples":["+551133334444"]},"tax_id":{"type":"string","description":"CPF or CNPJ, digits only or formatted. Stored as sent.","minLength":1,"maxLength":32,"examples":["12.345.678/0001-95"]}}},"currency":{"type":"string","description":"Currency of all amounts.","enum":["BRL"],"default":"BRL","examples":["BRL"]},"external_id":{"type":"string","description":"Your reference, unique in the account for ever; case counts. A repeat is refused, which makes retries safe.","minLength":1,"maxLength":255,"x-error-code":{"minLength":"invalid_external_id"},"examples":["pedido-1042"]},"success_url":{"type":"string","description":"Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_success_url","pattern":"invalid_success_url"},"examples":["https://loja.example/obrigado"]},"cancel_url":{"type":"string","description":"Where the buyer goes to abandon the purchase: `http` or `https`, in live mode `https`, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_cancel_url","pattern":"invalid_cancel_url"},"examples":["https://loja.example/carrinho"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]},"cancel_at":{"type":"string","description":"When the session is canceled if it is still open, for instance when the shop gives the stock free: a moment as RFC 3339 writes it, later than now, and not after the session's 24 hours.","format":"date-time","x-error-code":"invalid_cancel_at","examples":["2026-03-02T14:10:05.000Z"]}},"if":{"additionalProperties":true,"required":["customer_id"],"properties":{"customer_id":{}}},"then":{"additionalProperties":true,"properties":{"customer":{"not":{}}}}};

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
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.customer_id === undefined) && (missing0 = "customer_id")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.customer !== undefined){
validate42.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/then/properties/customer/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.then.properties.customer.not,parentSchema:schema53.then.properties.customer,data:data.customer}];
return false;
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err1 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema53.if,parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate42.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.currency === undefined){
data.currency = "BRL";
}
if(data.metadata === undefined){
data.metadata = {};
}
let missing1;
if((data.items === undefined) && (missing1 = "items")){
validate42.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema53.required,parentSchema:schema53,data}];
return false;
}
else {
const _errs8 = errors;
for(const key0 in data){
if(!(func1.call(schema53.properties, key0))){
validate42.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema53,data}];
return false;
break;
}
}
if(_errs8 === errors){
if(data.items !== undefined){
let data1 = data.items;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data1)){
if(data1.length > 100){
validate42.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema53.properties.items,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate42.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema53.properties.items,data:data1}];
return false;
}
else {
var valid3 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs11 = errors;
const _errs13 = errors;
let valid4 = true;
const _errs14 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing2;
if((data2.offer_id === undefined) && (missing2 = "offer_id")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs14 === errors;
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid1){
const _errs16 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.name !== undefined){
const _errs18 = errors;
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/then/properties/name/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.properties.items.items.then.properties.name.not,parentSchema:schema53.properties.items.items.then.properties.name,data:data2.name}];
return false;
var valid5 = _errs18 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.unit_amount_minor !== undefined){
const _errs20 = errors;
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/then/properties/unit_amount_minor/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.properties.items.items.then.properties.unit_amount_minor.not,parentSchema:schema53.properties.items.items.then.properties.unit_amount_minor,data:data2.unit_amount_minor}];
return false;
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.description !== undefined){
const _errs22 = errors;
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/then/properties/description/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.properties.items.items.then.properties.description.not,parentSchema:schema53.properties.items.items.then.properties.description,data:data2.description}];
return false;
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.kind !== undefined){
const _errs24 = errors;
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/then/properties/kind/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.properties.items.items.then.properties.kind.not,parentSchema:schema53.properties.items.items.then.properties.kind,data:data2.kind}];
return false;
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.metadata !== undefined){
const _errs26 = errors;
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/then/properties/metadata/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema53.properties.items.items.then.properties.metadata.not,parentSchema:schema53.properties.items.items.then.properties.metadata,data:data2.metadata}];
return false;
var valid5 = _errs26 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
var _valid1 = _errs16 === errors;
valid4 = _valid1;
ifClause0 = "then";
}
else {
const _errs28 = errors;
const _errs29 = errors;
let valid6 = true;
const _errs30 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing3;
if((data2.kind === undefined) && (missing3 = "kind")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(data2.kind !== undefined){
if("discount" !== data2.kind){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
var _valid2 = _errs30 === errors;
errors = _errs29;
if(vErrors !== null){
if(_errs29){
vErrors.length = _errs29;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid2){
const _errs33 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.unit_amount_minor !== undefined){
let data9 = data2.unit_amount_minor;
const _errs35 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema53.properties.items.items.else.then.properties.unit_amount_minor.type,parentSchema:schema53.properties.items.items.else.then.properties.unit_amount_minor,data:data9}];
return false;
}
if(errors === _errs35){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > -1 || isNaN(data9)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: -1},message:"must be <= -1",schema:-1,parentSchema:schema53.properties.items.items.else.then.properties.unit_amount_minor,data:data9}];
return false;
}
else {
if(data9 < -99999999999 || isNaN(data9)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: -99999999999},message:"must be >= -99999999999",schema:-99999999999,parentSchema:schema53.properties.items.items.else.then.properties.unit_amount_minor,data:data9}];
return false;
}
}
}
}
}
}
var _valid2 = _errs33 === errors;
valid6 = _valid2;
ifClause1 = "then";
}
else {
const _errs37 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.unit_amount_minor !== undefined){
let data10 = data2.unit_amount_minor;
const _errs39 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema53.properties.items.items.else.else.properties.unit_amount_minor.type,parentSchema:schema53.properties.items.items.else.else.properties.unit_amount_minor,data:data10}];
return false;
}
if(errors === _errs39){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 99999999999 || isNaN(data10)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema53.properties.items.items.else.else.properties.unit_amount_minor,data:data10}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema53.properties.items.items.else.else.properties.unit_amount_minor,data:data10}];
return false;
}
}
}
}
}
}
var _valid2 = _errs37 === errors;
valid6 = _valid2;
ifClause1 = "else";
}
if(!valid6){
const err5 = {instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/else/if",keyword:"if",params:{failingKeyword: ifClause1},message:"must match \""+ifClause1+"\" schema",schema:schema53.properties.items.items.else.if,parentSchema:schema53.properties.items.items.else,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate42.errors = vErrors;
return false;
}
if(errors === _errs28){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing4;
if(((data2.name === undefined) && (missing4 = "name")) || ((data2.unit_amount_minor === undefined) && (missing4 = "unit_amount_minor"))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/else/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema53.properties.items.items.else.required,parentSchema:schema53.properties.items.items.else,data:data2}];
return false;
}
}
}
var _valid1 = _errs28 === errors;
valid4 = _valid1;
ifClause0 = "else";
}
if(!valid4){
const err6 = {instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema53.properties.items.items.if,parentSchema:schema53.properties.items.items,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate42.errors = vErrors;
return false;
}
if(errors === _errs11){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.quantity === undefined){
data2.quantity = 1;
}
const _errs42 = errors;
for(const key1 in data2){
if(!(((((((key1 === "offer_id") || (key1 === "quantity")) || (key1 === "name")) || (key1 === "unit_amount_minor")) || (key1 === "description")) || (key1 === "kind")) || (key1 === "metadata"))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema53.properties.items.items,data:data2}];
return false;
break;
}
}
if(_errs42 === errors){
if(data2.offer_id !== undefined){
let data11 = data2.offer_id;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data11 === "string"){
if(!pattern19.test(data11)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/offer_id",schemaPath:"#/properties/items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema53.properties.items.items.properties.offer_id,data:data11}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/offer_id",schemaPath:"#/properties/items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.items.items.properties.offer_id.type,parentSchema:schema53.properties.items.items.properties.offer_id,data:data11}];
return false;
}
}
var valid10 = _errs43 === errors;
}
else {
var valid10 = true;
}
if(valid10){
let data12 = data2.quantity;
const _errs45 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema53.properties.items.items.properties.quantity.type,parentSchema:schema53.properties.items.items.properties.quantity,data:data12}];
return false;
}
if(errors === _errs45){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 9999 || isNaN(data12)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema53.properties.items.items.properties.quantity,data:data12}];
return false;
}
else {
if(data12 < 1 || isNaN(data12)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema53.properties.items.items.properties.quantity,data:data12}];
return false;
}
}
}
}
var valid10 = _errs45 === errors;
if(valid10){
if(data2.name !== undefined){
let data13 = data2.name;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data13 === "string"){
if(func2(data13) > 160){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema53.properties.items.items.properties.name,data:data13}];
return false;
}
else {
if(func2(data13) < 1){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53.properties.items.items.properties.name,data:data13}];
return false;
}
else {
if(!pattern9.test(data13)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema53.properties.items.items.properties.name,data:data13}];
return false;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.items.items.properties.name.type,parentSchema:schema53.properties.items.items.properties.name,data:data13}];
return false;
}
}
var valid10 = _errs47 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data2.unit_amount_minor !== undefined){
let data14 = data2.unit_amount_minor;
const _errs49 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema53.properties.items.items.properties.unit_amount_minor.type,parentSchema:schema53.properties.items.items.properties.unit_amount_minor,data:data14}];
return false;
}
if(errors === _errs49){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 99999999999 || isNaN(data14)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema53.properties.items.items.properties.unit_amount_minor,data:data14}];
return false;
}
else {
if(data14 < -99999999999 || isNaN(data14)){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: -99999999999},message:"must be >= -99999999999",schema:-99999999999,parentSchema:schema53.properties.items.items.properties.unit_amount_minor,data:data14}];
return false;
}
else {
if(!(formats4.validate(data14))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema53.properties.items.items.properties.unit_amount_minor,data:data14}];
return false;
}
}
}
}
}
var valid10 = _errs49 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data2.description !== undefined){
let data15 = data2.description;
const _errs51 = errors;
if(errors === _errs51){
if(typeof data15 === "string"){
if(func2(data15) > 2000){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema53.properties.items.items.properties.description,data:data15}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.items.items.properties.description.type,parentSchema:schema53.properties.items.items.properties.description,data:data15}];
return false;
}
}
var valid10 = _errs51 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data2.kind !== undefined){
let data16 = data2.kind;
const _errs53 = errors;
if(typeof data16 !== "string"){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.items.items.properties.kind.type,parentSchema:schema53.properties.items.items.properties.kind,data:data16}];
return false;
}
if(!((((data16 === "product") || (data16 === "shipping")) || (data16 === "fee")) || (data16 === "discount"))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema53.properties.items.items.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema53.properties.items.items.properties.kind.enum,parentSchema:schema53.properties.items.items.properties.kind,data:data16}];
return false;
}
var valid10 = _errs53 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data2.metadata !== undefined){
let data17 = data2.metadata;
const _errs55 = errors;
if(errors === _errs55){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(!(keyword0(data17, 16384, data2))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema53.properties.items.items.properties.metadata,data:data17}];
return false;
}
else {
if(!(keyword1(data17, 8, data2))){
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema53.properties.items.items.properties.metadata,data:data17}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.properties.items.items.properties.metadata.type,parentSchema:schema53.properties.items.items.properties.metadata,data:data17}];
return false;
}
}
var valid10 = _errs55 === errors;
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
else {
validate42.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.properties.items.items.type,parentSchema:schema53.properties.items.items,data:data2}];
return false;
}
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema53.properties.items.type,parentSchema:schema53.properties.items,data:data1}];
return false;
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.customer_id !== undefined){
let data18 = data.customer_id;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data18 === "string"){
if(!pattern8.test(data18)){
validate42.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/pattern",keyword:"pattern",params:{pattern: "^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^cus_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema53.properties.customer_id,data:data18}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer_id",schemaPath:"#/properties/customer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.customer_id.type,parentSchema:schema53.properties.customer_id,data:data18}];
return false;
}
}
var valid2 = _errs58 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.customer !== undefined){
let data19 = data.customer;
const _errs60 = errors;
if(errors === _errs60){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing5;
if(((data19.name === undefined) && (missing5 = "name")) || ((data19.email === undefined) && (missing5 = "email"))){
validate42.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'",schema:schema53.properties.customer.required,parentSchema:schema53.properties.customer,data:data19}];
return false;
}
else {
const _errs62 = errors;
for(const key2 in data19){
if(!((((key2 === "name") || (key2 === "email")) || (key2 === "phone")) || (key2 === "tax_id"))){
validate42.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema53.properties.customer,data:data19}];
return false;
break;
}
}
if(_errs62 === errors){
if(data19.name !== undefined){
let data20 = data19.name;
const _errs63 = errors;
if(errors === _errs63){
if(typeof data20 === "string"){
if(func2(data20) > 160){
validate42.errors = [{instancePath:instancePath+"/customer/name",schemaPath:"#/properties/customer/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema53.properties.customer.properties.name,data:data20}];
return false;
}
else {
if(func2(data20) < 1){
validate42.errors = [{instancePath:instancePath+"/customer/name",schemaPath:"#/properties/customer/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53.properties.customer.properties.name,data:data20}];
return false;
}
else {
if(!pattern9.test(data20)){
validate42.errors = [{instancePath:instancePath+"/customer/name",schemaPath:"#/properties/customer/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema53.properties.customer.properties.name,data:data20}];
return false;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer/name",schemaPath:"#/properties/customer/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.customer.properties.name.type,parentSchema:schema53.properties.customer.properties.name,data:data20}];
return false;
}
}
var valid11 = _errs63 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data19.email !== undefined){
let data21 = data19.email;
const _errs65 = errors;
if(errors === _errs65){
if(errors === _errs65){
if(typeof data21 === "string"){
if(func2(data21) > 320){
validate42.errors = [{instancePath:instancePath+"/customer/email",schemaPath:"#/properties/customer/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema53.properties.customer.properties.email,data:data21}];
return false;
}
else {
if(func2(data21) < 3){
validate42.errors = [{instancePath:instancePath+"/customer/email",schemaPath:"#/properties/customer/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema53.properties.customer.properties.email,data:data21}];
return false;
}
else {
if(!pattern10.test(data21)){
validate42.errors = [{instancePath:instancePath+"/customer/email",schemaPath:"#/properties/customer/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^@]{1,64}@[^@]{1,255}$"},message:"must match pattern \""+"^[^@]{1,64}@[^@]{1,255}$"+"\"",schema:"^[^@]{1,64}@[^@]{1,255}$",parentSchema:schema53.properties.customer.properties.email,data:data21}];
return false;
}
else {
if(!(formats0.test(data21))){
validate42.errors = [{instancePath:instancePath+"/customer/email",schemaPath:"#/properties/customer/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\"",schema:"email",parentSchema:schema53.properties.customer.properties.email,data:data21}];
return false;
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer/email",schemaPath:"#/properties/customer/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.customer.properties.email.type,parentSchema:schema53.properties.customer.properties.email,data:data21}];
return false;
}
}
}
var valid11 = _errs65 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data19.phone !== undefined){
let data22 = data19.phone;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data22 === "string"){
if(func2(data22) > 32){
validate42.errors = [{instancePath:instancePath+"/customer/phone",schemaPath:"#/properties/customer/properties/phone/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema53.properties.customer.properties.phone,data:data22}];
return false;
}
else {
if(func2(data22) < 1){
validate42.errors = [{instancePath:instancePath+"/customer/phone",schemaPath:"#/properties/customer/properties/phone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53.properties.customer.properties.phone,data:data22}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer/phone",schemaPath:"#/properties/customer/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.customer.properties.phone.type,parentSchema:schema53.properties.customer.properties.phone,data:data22}];
return false;
}
}
var valid11 = _errs67 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data19.tax_id !== undefined){
let data23 = data19.tax_id;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data23 === "string"){
if(func2(data23) > 32){
validate42.errors = [{instancePath:instancePath+"/customer/tax_id",schemaPath:"#/properties/customer/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters",schema:32,parentSchema:schema53.properties.customer.properties.tax_id,data:data23}];
return false;
}
else {
if(func2(data23) < 1){
validate42.errors = [{instancePath:instancePath+"/customer/tax_id",schemaPath:"#/properties/customer/properties/tax_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53.properties.customer.properties.tax_id,data:data23}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer/tax_id",schemaPath:"#/properties/customer/properties/tax_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.customer.properties.tax_id.type,parentSchema:schema53.properties.customer.properties.tax_id,data:data23}];
return false;
}
}
var valid11 = _errs69 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/customer",schemaPath:"#/properties/customer/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.properties.customer.type,parentSchema:schema53.properties.customer,data:data19}];
return false;
}
}
var valid2 = _errs60 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data24 = data.currency;
const _errs71 = errors;
if(typeof data24 !== "string"){
validate42.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.currency.type,parentSchema:schema53.properties.currency,data:data24}];
return false;
}
if(!(data24 === "BRL")){
validate42.errors = [{instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/enum",keyword:"enum",params:{allowedValues: schema53.properties.currency.enum},message:"must be equal to one of the allowed values",schema:schema53.properties.currency.enum,parentSchema:schema53.properties.currency,data:data24}];
return false;
}
var valid2 = _errs71 === errors;
if(valid2){
if(data.external_id !== undefined){
let data25 = data.external_id;
const _errs73 = errors;
if(errors === _errs73){
if(typeof data25 === "string"){
if(func2(data25) > 255){
validate42.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema53.properties.external_id,data:data25}];
return false;
}
else {
if(func2(data25) < 1){
validate42.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53.properties.external_id,data:data25}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.external_id.type,parentSchema:schema53.properties.external_id,data:data25}];
return false;
}
}
var valid2 = _errs73 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.success_url !== undefined){
let data26 = data.success_url;
const _errs75 = errors;
if(errors === _errs75){
if(errors === _errs75){
if(typeof data26 === "string"){
if(func2(data26) > 2048){
validate42.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema53.properties.success_url,data:data26}];
return false;
}
else {
if(!pattern27.test(data26)){
validate42.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema53.properties.success_url,data:data26}];
return false;
}
else {
if(!(formats16(data26))){
validate42.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema53.properties.success_url,data:data26}];
return false;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.success_url.type,parentSchema:schema53.properties.success_url,data:data26}];
return false;
}
}
}
var valid2 = _errs75 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.cancel_url !== undefined){
let data27 = data.cancel_url;
const _errs77 = errors;
if(errors === _errs77){
if(errors === _errs77){
if(typeof data27 === "string"){
if(func2(data27) > 2048){
validate42.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema53.properties.cancel_url,data:data27}];
return false;
}
else {
if(!pattern27.test(data27)){
validate42.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema53.properties.cancel_url,data:data27}];
return false;
}
else {
if(!(formats16(data27))){
validate42.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema53.properties.cancel_url,data:data27}];
return false;
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/cancel_url",schemaPath:"#/properties/cancel_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.cancel_url.type,parentSchema:schema53.properties.cancel_url,data:data27}];
return false;
}
}
}
var valid2 = _errs77 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data28 = data.metadata;
const _errs79 = errors;
if(errors === _errs79){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(!(keyword0(data28, 16384, data))){
validate42.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema53.properties.metadata,data:data28}];
return false;
}
else {
if(!(keyword1(data28, 8, data))){
validate42.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema53.properties.metadata,data:data28}];
return false;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.properties.metadata.type,parentSchema:schema53.properties.metadata,data:data28}];
return false;
}
}
var valid2 = _errs79 === errors;
if(valid2){
if(data.cancel_at !== undefined){
let data29 = data.cancel_at;
const _errs82 = errors;
if(errors === _errs82){
if(errors === _errs82){
if(typeof data29 === "string"){
if(!(formats12.validate(data29))){
validate42.errors = [{instancePath:instancePath+"/cancel_at",schemaPath:"#/properties/cancel_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema53.properties.cancel_at,data:data29}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/cancel_at",schemaPath:"#/properties/cancel_at/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.properties.cancel_at.type,parentSchema:schema53.properties.cancel_at,data:data29}];
return false;
}
}
}
var valid2 = _errs82 === errors;
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
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema53.type,parentSchema:schema53,data}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listPaymentLinks_query = validate43;
const schema54 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["link_019caeb5-2c4d-7e6f-8a1b-3c5d7e9f0a2b"]}},"required":[]};
const pattern37 = new RegExp("^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate43.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema54,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate43.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema54.properties.limit.type,parentSchema:schema54.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate43.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema54.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate43.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema54.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern37.test(data1)){
validate43.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema54.properties.starting_after,data:data1}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema54.properties.starting_after.type,parentSchema:schema54.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate43.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema54.type,parentSchema:schema54,data}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createPaymentLink_application_json = validate44;
const schema55 = {"type":"object","description":"A new link: with `items`, or with a `custom_amount`.","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","description":"The heading of the page, and the name of a `custom_amount`. Stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","examples":["Caneca de cerâmica"]},"items":{"type":["array","null"],"description":"What each session sells. Whatever quantity the buyer chooses, their sum is at least 1 and at most 99999999999.","items":{"type":"object","description":"One line of a cart: an offer of the catalogue by its `offer_id`, or an item of your own by its `name` and `unit_amount_minor`.","additionalProperties":false,"properties":{"offer_id":{"type":"string","description":"Id of an offer.","pattern":"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_offer_id","examples":["offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"]},"quantity":{"type":"integer","description":"How many.","minimum":1,"maximum":9999,"default":1,"examples":[2]},"name":{"type":"string","description":"What the buyer reads, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","examples":["Caneca de cerâmica"]},"unit_amount_minor":{"type":"integer","format":"int64","description":"Price of one, in minor units: 0 or more, and of a `discount` less than 0.","minimum":-99999999999,"maximum":99999999999,"examples":[4990]},"description":{"type":"string","description":"More about it, for the buyer.","maxLength":2000,"examples":["300 ml, queimada a 1.200 °C."]},"kind":{"type":"string","description":"What an item is: something sold, freight, a fee, or a `discount`, whose amount is negative.","enum":["product","shipping","fee","discount"],"examples":["product"]},"metadata":{"type":"object","description":"The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"examples":[{"pedido":"1042"}]}},"examples":[{"name":"Caneca de cerâmica","unit_amount_minor":4990,"quantity":2},{"offer_id":"offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"},{"name":"Cupom BEMVINDO","unit_amount_minor":-998,"kind":"discount"}],"if":{"additionalProperties":true,"required":["offer_id"],"properties":{"offer_id":{}}},"then":{"additionalProperties":true,"properties":{"name":{"not":{}},"unit_amount_minor":{"not":{}},"description":{"not":{}},"kind":{"not":{}},"metadata":{"not":{}}}},"else":{"additionalProperties":true,"required":["name","unit_amount_minor"],"properties":{"name":{},"unit_amount_minor":{}},"if":{"additionalProperties":true,"required":["kind"],"properties":{"kind":{"const":"discount"}}},"then":{"additionalProperties":true,"properties":{"unit_amount_minor":{"type":"integer","minimum":-99999999999,"maximum":-1}}},"else":{"additionalProperties":true,"properties":{"unit_amount_minor":{"type":"integer","minimum":0,"maximum":99999999999}}}}},"minItems":1,"maxItems":100},"custom_amount":{"type":["object","null"],"description":"Between which amounts the buyer types one, in minor units, instead of `items`.","additionalProperties":false,"required":["min_minor","max_minor"],"properties":{"min_minor":{"type":"integer","format":"int64","description":"The least.","minimum":1,"maximum":99999999999,"examples":[500]},"max_minor":{"type":"integer","format":"int64","description":"The most, at least `min_minor`.","minimum":1,"maximum":99999999999,"x-at-least":"min_minor","examples":[100000]}}},"quantity":{"type":["object","null"],"description":"Between which numbers the buyer chooses how many of each `product` item; with `items` only. It takes the place of their own `quantity`.","additionalProperties":false,"required":["min","max"],"properties":{"min":{"type":"integer","description":"The least.","minimum":1,"maximum":9999,"examples":[1]},"max":{"type":"integer","description":"The most, at least `min`.","minimum":1,"maximum":9999,"x-at-least":"min","examples":[5]}}},"collect":{"type":"array","description":"What the buyer has to give before a session opens. With an `email`, it is kept as a customer: the active customer with that e-mail stays as it is, a new one is made where there is none, and with that of an inactive one the session has no customer. Without `email`, nothing of it is kept.","items":{"type":"string","description":"A field of the page. `tax_id` is a CPF or CNPJ, whose check digits have to be right.","enum":["name","email","tax_id","phone"],"examples":["email"]},"uniqueItems":true,"maxItems":4,"default":[],"examples":[["name","email"]]},"max_payments":{"type":["integer","null"],"description":"How many of its sessions can be paid. Open sessions count as taken, so never more are. Null for any number.","minimum":1,"maximum":1000000,"examples":[100]},"ends_at":{"type":["string","null"],"description":"When it ends: a moment as RFC 3339 writes it. Null for no end.","format":"date-time","examples":["2026-04-01T03:00:00.000Z"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_success_url","pattern":"invalid_success_url"},"examples":["https://loja.example/obrigado"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}},"examples":[{"name":"Caneca de cerâmica","items":[{"name":"Caneca de cerâmica","unit_amount_minor":4990}],"quantity":{"min":1,"max":5},"collect":["name","email"],"max_payments":100,"ends_at":"2026-04-01T03:00:00.000Z","success_url":"https://loja.example/obrigado","metadata":{"campanha":"outono"}},{"name":"Doação","custom_amount":{"min_minor":500,"max_minor":100000}}],"if":{"additionalProperties":true,"required":["items"],"properties":{"items":{"not":{"const":null}}}},"then":{"additionalProperties":true,"properties":{"custom_amount":{"const":null}}},"else":{"additionalProperties":true,"required":["custom_amount"],"properties":{"custom_amount":{"not":{"const":null}},"quantity":{"const":null}}}};

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
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.items === undefined) && (missing0 = "items")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.items !== undefined){
const _errs5 = errors;
const _errs6 = errors;
if(null !== data.items){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid2 = _errs6 === errors;
if(valid2){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.custom_amount !== undefined){
let data1 = data.custom_amount;
if(null !== data1){
validate44.errors = [{instancePath:instancePath+"/custom_amount",schemaPath:"#/then/properties/custom_amount/const",keyword:"const",params:{allowedValue: schema55.then.properties.custom_amount.const},message:"must be equal to constant",schema:schema55.then.properties.custom_amount.const,parentSchema:schema55.then.properties.custom_amount,data:data1}];
return false;
}
}
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.custom_amount === undefined) && (missing1 = "custom_amount")){
validate44.errors = [{instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema55.else.required,parentSchema:schema55.else,data}];
return false;
}
else {
if(data.custom_amount !== undefined){
let data2 = data.custom_amount;
const _errs12 = errors;
const _errs13 = errors;
const _errs14 = errors;
if(null !== data2){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid5 = _errs14 === errors;
if(valid5){
validate44.errors = [{instancePath:instancePath+"/custom_amount",schemaPath:"#/else/properties/custom_amount/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.else.properties.custom_amount.not,parentSchema:schema55.else.properties.custom_amount,data:data2}];
return false;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.quantity !== undefined){
let data3 = data.quantity;
const _errs15 = errors;
if(null !== data3){
validate44.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/else/properties/quantity/const",keyword:"const",params:{allowedValue: schema55.else.properties.quantity.const},message:"must be equal to constant",schema:schema55.else.properties.quantity.const,parentSchema:schema55.else.properties.quantity,data:data3}];
return false;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
}
}
}
var _valid0 = _errs10 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema55.if,parentSchema:schema55,data};
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
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.collect === undefined){
data.collect = [];
}
if(data.metadata === undefined){
data.metadata = {};
}
let missing2;
if((data.name === undefined) && (missing2 = "name")){
validate44.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema55.required,parentSchema:schema55,data}];
return false;
}
else {
const _errs16 = errors;
for(const key0 in data){
if(!(func1.call(schema55.properties, key0))){
validate44.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema55,data}];
return false;
break;
}
}
if(_errs16 === errors){
if(data.name !== undefined){
let data4 = data.name;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data4 === "string"){
if(func2(data4) > 160){
validate44.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema55.properties.name,data:data4}];
return false;
}
else {
if(func2(data4) < 1){
validate44.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema55.properties.name,data:data4}];
return false;
}
else {
if(!pattern9.test(data4)){
validate44.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema55.properties.name,data:data4}];
return false;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.name.type,parentSchema:schema55.properties.name,data:data4}];
return false;
}
}
var valid6 = _errs17 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.items !== undefined){
let data5 = data.items;
const _errs19 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
validate44.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: schema55.properties.items.type},message:"must be array,null",schema:schema55.properties.items.type,parentSchema:schema55.properties.items,data:data5}];
return false;
}
if(errors === _errs19){
if(Array.isArray(data5)){
if(data5.length > 100){
validate44.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema55.properties.items,data:data5}];
return false;
}
else {
if(data5.length < 1){
validate44.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema55.properties.items,data:data5}];
return false;
}
else {
var valid7 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs21 = errors;
const _errs23 = errors;
let valid8 = true;
const _errs24 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing3;
if((data6.offer_id === undefined) && (missing3 = "offer_id")){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs24 === errors;
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid1){
const _errs26 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.name !== undefined){
const _errs28 = errors;
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/then/properties/name/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.properties.items.items.then.properties.name.not,parentSchema:schema55.properties.items.items.then.properties.name,data:data6.name}];
return false;
var valid9 = _errs28 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data6.unit_amount_minor !== undefined){
const _errs30 = errors;
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/then/properties/unit_amount_minor/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.properties.items.items.then.properties.unit_amount_minor.not,parentSchema:schema55.properties.items.items.then.properties.unit_amount_minor,data:data6.unit_amount_minor}];
return false;
var valid9 = _errs30 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data6.description !== undefined){
const _errs32 = errors;
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/then/properties/description/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.properties.items.items.then.properties.description.not,parentSchema:schema55.properties.items.items.then.properties.description,data:data6.description}];
return false;
var valid9 = _errs32 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data6.kind !== undefined){
const _errs34 = errors;
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/then/properties/kind/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.properties.items.items.then.properties.kind.not,parentSchema:schema55.properties.items.items.then.properties.kind,data:data6.kind}];
return false;
var valid9 = _errs34 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data6.metadata !== undefined){
const _errs36 = errors;
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/then/properties/metadata/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema55.properties.items.items.then.properties.metadata.not,parentSchema:schema55.properties.items.items.then.properties.metadata,data:data6.metadata}];
return false;
var valid9 = _errs36 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
var _valid1 = _errs26 === errors;
valid8 = _valid1;
ifClause1 = "then";
}
else {
const _errs38 = errors;
const _errs39 = errors;
let valid10 = true;
const _errs40 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing4;
if((data6.kind === undefined) && (missing4 = "kind")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data6.kind !== undefined){
if("discount" !== data6.kind){
const err7 = {};
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
}
var _valid2 = _errs40 === errors;
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
let ifClause2;
if(_valid2){
const _errs43 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.unit_amount_minor !== undefined){
let data13 = data6.unit_amount_minor;
const _errs45 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.items.items.else.then.properties.unit_amount_minor.type,parentSchema:schema55.properties.items.items.else.then.properties.unit_amount_minor,data:data13}];
return false;
}
if(errors === _errs45){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > -1 || isNaN(data13)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: -1},message:"must be <= -1",schema:-1,parentSchema:schema55.properties.items.items.else.then.properties.unit_amount_minor,data:data13}];
return false;
}
else {
if(data13 < -99999999999 || isNaN(data13)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/then/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: -99999999999},message:"must be >= -99999999999",schema:-99999999999,parentSchema:schema55.properties.items.items.else.then.properties.unit_amount_minor,data:data13}];
return false;
}
}
}
}
}
}
var _valid2 = _errs43 === errors;
valid10 = _valid2;
ifClause2 = "then";
}
else {
const _errs47 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.unit_amount_minor !== undefined){
let data14 = data6.unit_amount_minor;
const _errs49 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.items.items.else.else.properties.unit_amount_minor.type,parentSchema:schema55.properties.items.items.else.else.properties.unit_amount_minor,data:data14}];
return false;
}
if(errors === _errs49){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 99999999999 || isNaN(data14)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema55.properties.items.items.else.else.properties.unit_amount_minor,data:data14}];
return false;
}
else {
if(data14 < 0 || isNaN(data14)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/else/else/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema55.properties.items.items.else.else.properties.unit_amount_minor,data:data14}];
return false;
}
}
}
}
}
}
var _valid2 = _errs47 === errors;
valid10 = _valid2;
ifClause2 = "else";
}
if(!valid10){
const err8 = {instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/else/if",keyword:"if",params:{failingKeyword: ifClause2},message:"must match \""+ifClause2+"\" schema",schema:schema55.properties.items.items.else.if,parentSchema:schema55.properties.items.items.else,data:data6};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate44.errors = vErrors;
return false;
}
if(errors === _errs38){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing5;
if(((data6.name === undefined) && (missing5 = "name")) || ((data6.unit_amount_minor === undefined) && (missing5 = "unit_amount_minor"))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/else/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'",schema:schema55.properties.items.items.else.required,parentSchema:schema55.properties.items.items.else,data:data6}];
return false;
}
}
}
var _valid1 = _errs38 === errors;
valid8 = _valid1;
ifClause1 = "else";
}
if(!valid8){
const err9 = {instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/if",keyword:"if",params:{failingKeyword: ifClause1},message:"must match \""+ifClause1+"\" schema",schema:schema55.properties.items.items.if,parentSchema:schema55.properties.items.items,data:data6};
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
if(errors === _errs21){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.quantity === undefined){
data6.quantity = 1;
}
const _errs52 = errors;
for(const key1 in data6){
if(!(((((((key1 === "offer_id") || (key1 === "quantity")) || (key1 === "name")) || (key1 === "unit_amount_minor")) || (key1 === "description")) || (key1 === "kind")) || (key1 === "metadata"))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema55.properties.items.items,data:data6}];
return false;
break;
}
}
if(_errs52 === errors){
if(data6.offer_id !== undefined){
let data15 = data6.offer_id;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data15 === "string"){
if(!pattern19.test(data15)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/offer_id",schemaPath:"#/properties/items/items/properties/offer_id/pattern",keyword:"pattern",params:{pattern: "^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^offer_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema55.properties.items.items.properties.offer_id,data:data15}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/offer_id",schemaPath:"#/properties/items/items/properties/offer_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.items.items.properties.offer_id.type,parentSchema:schema55.properties.items.items.properties.offer_id,data:data15}];
return false;
}
}
var valid14 = _errs53 === errors;
}
else {
var valid14 = true;
}
if(valid14){
let data16 = data6.quantity;
const _errs55 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.items.items.properties.quantity.type,parentSchema:schema55.properties.items.items.properties.quantity,data:data16}];
return false;
}
if(errors === _errs55){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 9999 || isNaN(data16)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema55.properties.items.items.properties.quantity,data:data16}];
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"#/properties/items/items/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.items.items.properties.quantity,data:data16}];
return false;
}
}
}
}
var valid14 = _errs55 === errors;
if(valid14){
if(data6.name !== undefined){
let data17 = data6.name;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data17 === "string"){
if(func2(data17) > 160){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema55.properties.items.items.properties.name,data:data17}];
return false;
}
else {
if(func2(data17) < 1){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema55.properties.items.items.properties.name,data:data17}];
return false;
}
else {
if(!pattern9.test(data17)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema55.properties.items.items.properties.name,data:data17}];
return false;
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/name",schemaPath:"#/properties/items/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.items.items.properties.name.type,parentSchema:schema55.properties.items.items.properties.name,data:data17}];
return false;
}
}
var valid14 = _errs57 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data6.unit_amount_minor !== undefined){
let data18 = data6.unit_amount_minor;
const _errs59 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.items.items.properties.unit_amount_minor.type,parentSchema:schema55.properties.items.items.properties.unit_amount_minor,data:data18}];
return false;
}
if(errors === _errs59){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 99999999999 || isNaN(data18)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema55.properties.items.items.properties.unit_amount_minor,data:data18}];
return false;
}
else {
if(data18 < -99999999999 || isNaN(data18)){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: -99999999999},message:"must be >= -99999999999",schema:-99999999999,parentSchema:schema55.properties.items.items.properties.unit_amount_minor,data:data18}];
return false;
}
else {
if(!(formats4.validate(data18))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/unit_amount_minor",schemaPath:"#/properties/items/items/properties/unit_amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema55.properties.items.items.properties.unit_amount_minor,data:data18}];
return false;
}
}
}
}
}
var valid14 = _errs59 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data6.description !== undefined){
let data19 = data6.description;
const _errs61 = errors;
if(errors === _errs61){
if(typeof data19 === "string"){
if(func2(data19) > 2000){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema55.properties.items.items.properties.description,data:data19}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/description",schemaPath:"#/properties/items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.items.items.properties.description.type,parentSchema:schema55.properties.items.items.properties.description,data:data19}];
return false;
}
}
var valid14 = _errs61 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data6.kind !== undefined){
let data20 = data6.kind;
const _errs63 = errors;
if(typeof data20 !== "string"){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.items.items.properties.kind.type,parentSchema:schema55.properties.items.items.properties.kind,data:data20}];
return false;
}
if(!((((data20 === "product") || (data20 === "shipping")) || (data20 === "fee")) || (data20 === "discount"))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/kind",schemaPath:"#/properties/items/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema55.properties.items.items.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema55.properties.items.items.properties.kind.enum,parentSchema:schema55.properties.items.items.properties.kind,data:data20}];
return false;
}
var valid14 = _errs63 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data6.metadata !== undefined){
let data21 = data6.metadata;
const _errs65 = errors;
if(errors === _errs65){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(!(keyword0(data21, 16384, data6))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema55.properties.items.items.properties.metadata,data:data21}];
return false;
}
else {
if(!(keyword1(data21, 8, data6))){
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema55.properties.items.items.properties.metadata,data:data21}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/items/" + i0+"/metadata",schemaPath:"#/properties/items/items/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema55.properties.items.items.properties.metadata.type,parentSchema:schema55.properties.items.items.properties.metadata,data:data21}];
return false;
}
}
var valid14 = _errs65 === errors;
}
else {
var valid14 = true;
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
validate44.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"#/properties/items/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema55.properties.items.items.type,parentSchema:schema55.properties.items.items,data:data6}];
return false;
}
}
var valid7 = _errs21 === errors;
if(!valid7){
break;
}
}
}
}
}
}
var valid6 = _errs19 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.custom_amount !== undefined){
let data22 = data.custom_amount;
const _errs68 = errors;
if((!(data22 && typeof data22 == "object" && !Array.isArray(data22))) && (data22 !== null)){
validate44.errors = [{instancePath:instancePath+"/custom_amount",schemaPath:"#/properties/custom_amount/type",keyword:"type",params:{type: schema55.properties.custom_amount.type},message:"must be object,null",schema:schema55.properties.custom_amount.type,parentSchema:schema55.properties.custom_amount,data:data22}];
return false;
}
if(errors === _errs68){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing6;
if(((data22.min_minor === undefined) && (missing6 = "min_minor")) || ((data22.max_minor === undefined) && (missing6 = "max_minor"))){
validate44.errors = [{instancePath:instancePath+"/custom_amount",schemaPath:"#/properties/custom_amount/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'",schema:schema55.properties.custom_amount.required,parentSchema:schema55.properties.custom_amount,data:data22}];
return false;
}
else {
const _errs70 = errors;
for(const key2 in data22){
if(!((key2 === "min_minor") || (key2 === "max_minor"))){
validate44.errors = [{instancePath:instancePath+"/custom_amount",schemaPath:"#/properties/custom_amount/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema55.properties.custom_amount,data:data22}];
return false;
break;
}
}
if(_errs70 === errors){
if(data22.min_minor !== undefined){
let data23 = data22.min_minor;
const _errs71 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate44.errors = [{instancePath:instancePath+"/custom_amount/min_minor",schemaPath:"#/properties/custom_amount/properties/min_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.custom_amount.properties.min_minor.type,parentSchema:schema55.properties.custom_amount.properties.min_minor,data:data23}];
return false;
}
if(errors === _errs71){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 99999999999 || isNaN(data23)){
validate44.errors = [{instancePath:instancePath+"/custom_amount/min_minor",schemaPath:"#/properties/custom_amount/properties/min_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema55.properties.custom_amount.properties.min_minor,data:data23}];
return false;
}
else {
if(data23 < 1 || isNaN(data23)){
validate44.errors = [{instancePath:instancePath+"/custom_amount/min_minor",schemaPath:"#/properties/custom_amount/properties/min_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.custom_amount.properties.min_minor,data:data23}];
return false;
}
else {
if(!(formats4.validate(data23))){
validate44.errors = [{instancePath:instancePath+"/custom_amount/min_minor",schemaPath:"#/properties/custom_amount/properties/min_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema55.properties.custom_amount.properties.min_minor,data:data23}];
return false;
}
}
}
}
}
var valid15 = _errs71 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data22.max_minor !== undefined){
let data24 = data22.max_minor;
const _errs73 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
validate44.errors = [{instancePath:instancePath+"/custom_amount/max_minor",schemaPath:"#/properties/custom_amount/properties/max_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.custom_amount.properties.max_minor.type,parentSchema:schema55.properties.custom_amount.properties.max_minor,data:data24}];
return false;
}
if(errors === _errs73){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 99999999999 || isNaN(data24)){
validate44.errors = [{instancePath:instancePath+"/custom_amount/max_minor",schemaPath:"#/properties/custom_amount/properties/max_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema55.properties.custom_amount.properties.max_minor,data:data24}];
return false;
}
else {
if(data24 < 1 || isNaN(data24)){
validate44.errors = [{instancePath:instancePath+"/custom_amount/max_minor",schemaPath:"#/properties/custom_amount/properties/max_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.custom_amount.properties.max_minor,data:data24}];
return false;
}
else {
if(!(formats4.validate(data24))){
validate44.errors = [{instancePath:instancePath+"/custom_amount/max_minor",schemaPath:"#/properties/custom_amount/properties/max_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema55.properties.custom_amount.properties.max_minor,data:data24}];
return false;
}
else {
if(!(keyword6(data24, "min_minor", data22))){
validate44.errors = [{instancePath:instancePath+"/custom_amount/max_minor",schemaPath:"#/properties/custom_amount/properties/max_minor/x-at-least",keyword:"x-at-least",params:{},message:"must pass \"x-at-least\" keyword validation",schema:"min_minor",parentSchema:schema55.properties.custom_amount.properties.max_minor,data:data24}];
return false;
}
}
}
}
}
}
var valid15 = _errs73 === errors;
}
else {
var valid15 = true;
}
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
if(data.quantity !== undefined){
let data25 = data.quantity;
const _errs75 = errors;
if((!(data25 && typeof data25 == "object" && !Array.isArray(data25))) && (data25 !== null)){
validate44.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/type",keyword:"type",params:{type: schema55.properties.quantity.type},message:"must be object,null",schema:schema55.properties.quantity.type,parentSchema:schema55.properties.quantity,data:data25}];
return false;
}
if(errors === _errs75){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing7;
if(((data25.min === undefined) && (missing7 = "min")) || ((data25.max === undefined) && (missing7 = "max"))){
validate44.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'",schema:schema55.properties.quantity.required,parentSchema:schema55.properties.quantity,data:data25}];
return false;
}
else {
const _errs77 = errors;
for(const key3 in data25){
if(!((key3 === "min") || (key3 === "max"))){
validate44.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema55.properties.quantity,data:data25}];
return false;
break;
}
}
if(_errs77 === errors){
if(data25.min !== undefined){
let data26 = data25.min;
const _errs78 = errors;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
validate44.errors = [{instancePath:instancePath+"/quantity/min",schemaPath:"#/properties/quantity/properties/min/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.quantity.properties.min.type,parentSchema:schema55.properties.quantity.properties.min,data:data26}];
return false;
}
if(errors === _errs78){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 9999 || isNaN(data26)){
validate44.errors = [{instancePath:instancePath+"/quantity/min",schemaPath:"#/properties/quantity/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema55.properties.quantity.properties.min,data:data26}];
return false;
}
else {
if(data26 < 1 || isNaN(data26)){
validate44.errors = [{instancePath:instancePath+"/quantity/min",schemaPath:"#/properties/quantity/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.quantity.properties.min,data:data26}];
return false;
}
}
}
}
var valid16 = _errs78 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data25.max !== undefined){
let data27 = data25.max;
const _errs80 = errors;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
validate44.errors = [{instancePath:instancePath+"/quantity/max",schemaPath:"#/properties/quantity/properties/max/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema55.properties.quantity.properties.max.type,parentSchema:schema55.properties.quantity.properties.max,data:data27}];
return false;
}
if(errors === _errs80){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 9999 || isNaN(data27)){
validate44.errors = [{instancePath:instancePath+"/quantity/max",schemaPath:"#/properties/quantity/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema55.properties.quantity.properties.max,data:data27}];
return false;
}
else {
if(data27 < 1 || isNaN(data27)){
validate44.errors = [{instancePath:instancePath+"/quantity/max",schemaPath:"#/properties/quantity/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.quantity.properties.max,data:data27}];
return false;
}
else {
if(!(keyword6(data27, "min", data25))){
validate44.errors = [{instancePath:instancePath+"/quantity/max",schemaPath:"#/properties/quantity/properties/max/x-at-least",keyword:"x-at-least",params:{},message:"must pass \"x-at-least\" keyword validation",schema:"min",parentSchema:schema55.properties.quantity.properties.max,data:data27}];
return false;
}
}
}
}
}
var valid16 = _errs80 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
var valid6 = _errs75 === errors;
}
else {
var valid6 = true;
}
if(valid6){
let data28 = data.collect;
const _errs82 = errors;
if(errors === _errs82){
if(Array.isArray(data28)){
if(data28.length > 4){
validate44.errors = [{instancePath:instancePath+"/collect",schemaPath:"#/properties/collect/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items",schema:4,parentSchema:schema55.properties.collect,data:data28}];
return false;
}
else {
var valid17 = true;
const len1 = data28.length;
for(let i1=0; i1<len1; i1++){
let data29 = data28[i1];
const _errs84 = errors;
if(typeof data29 !== "string"){
validate44.errors = [{instancePath:instancePath+"/collect/" + i1,schemaPath:"#/properties/collect/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.properties.collect.items.type,parentSchema:schema55.properties.collect.items,data:data29}];
return false;
}
if(!((((data29 === "name") || (data29 === "email")) || (data29 === "tax_id")) || (data29 === "phone"))){
validate44.errors = [{instancePath:instancePath+"/collect/" + i1,schemaPath:"#/properties/collect/items/enum",keyword:"enum",params:{allowedValues: schema55.properties.collect.items.enum},message:"must be equal to one of the allowed values",schema:schema55.properties.collect.items.enum,parentSchema:schema55.properties.collect.items,data:data29}];
return false;
}
var valid17 = _errs84 === errors;
if(!valid17){
break;
}
}
if(valid17){
let i2 = data28.length;
let j0;
if(i2 > 1){
const indices0 = {};
for(;i2--;){
let item0 = data28[i2];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate44.errors = [{instancePath:instancePath+"/collect",schemaPath:"#/properties/collect/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)",schema:true,parentSchema:schema55.properties.collect,data:data28}];
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
validate44.errors = [{instancePath:instancePath+"/collect",schemaPath:"#/properties/collect/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema55.properties.collect.type,parentSchema:schema55.properties.collect,data:data28}];
return false;
}
}
var valid6 = _errs82 === errors;
if(valid6){
if(data.max_payments !== undefined){
let data30 = data.max_payments;
const _errs86 = errors;
if((!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))) && (data30 !== null)){
validate44.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/type",keyword:"type",params:{type: schema55.properties.max_payments.type},message:"must be integer,null",schema:schema55.properties.max_payments.type,parentSchema:schema55.properties.max_payments,data:data30}];
return false;
}
if(errors === _errs86){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 1000000 || isNaN(data30)){
validate44.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema55.properties.max_payments,data:data30}];
return false;
}
else {
if(data30 < 1 || isNaN(data30)){
validate44.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema55.properties.max_payments,data:data30}];
return false;
}
}
}
}
var valid6 = _errs86 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.ends_at !== undefined){
let data31 = data.ends_at;
const _errs88 = errors;
if((typeof data31 !== "string") && (data31 !== null)){
validate44.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/type",keyword:"type",params:{type: schema55.properties.ends_at.type},message:"must be string,null",schema:schema55.properties.ends_at.type,parentSchema:schema55.properties.ends_at,data:data31}];
return false;
}
if(errors === _errs88){
if(errors === _errs88){
if(typeof data31 === "string"){
if(!(formats12.validate(data31))){
validate44.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema55.properties.ends_at,data:data31}];
return false;
}
}
}
}
var valid6 = _errs88 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.success_url !== undefined){
let data32 = data.success_url;
const _errs90 = errors;
if((typeof data32 !== "string") && (data32 !== null)){
validate44.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/type",keyword:"type",params:{type: schema55.properties.success_url.type},message:"must be string,null",schema:schema55.properties.success_url.type,parentSchema:schema55.properties.success_url,data:data32}];
return false;
}
if(errors === _errs90){
if(errors === _errs90){
if(typeof data32 === "string"){
if(func2(data32) > 2048){
validate44.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema55.properties.success_url,data:data32}];
return false;
}
else {
if(!pattern27.test(data32)){
validate44.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema55.properties.success_url,data:data32}];
return false;
}
else {
if(!(formats16(data32))){
validate44.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema55.properties.success_url,data:data32}];
return false;
}
}
}
}
}
}
var valid6 = _errs90 === errors;
}
else {
var valid6 = true;
}
if(valid6){
let data33 = data.metadata;
const _errs92 = errors;
if(errors === _errs92){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(!(keyword0(data33, 16384, data))){
validate44.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema55.properties.metadata,data:data33}];
return false;
}
else {
if(!(keyword1(data33, 8, data))){
validate44.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema55.properties.metadata,data:data33}];
return false;
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema55.properties.metadata.type,parentSchema:schema55.properties.metadata,data:data33}];
return false;
}
}
var valid6 = _errs92 === errors;
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
validate44.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema55.type,parentSchema:schema55,data}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getPaymentLink_path = validate45;
const schema56 = {"type":"object","additionalProperties":false,"properties":{"paymentLinkId":{"type":"string","description":"Id of a payment link.","pattern":"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_link_id","examples":["link_019caeb5-2c4d-7e6f-8a1b-3c5d7e9f0a2b"]}},"required":["paymentLinkId"]};

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
if((data.paymentLinkId === undefined) && (missing0 = "paymentLinkId")){
validate45.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema56.required,parentSchema:schema56,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "paymentLinkId")){
validate45.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema56,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.paymentLinkId !== undefined){
let data0 = data.paymentLinkId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern37.test(data0)){
validate45.errors = [{instancePath:instancePath+"/paymentLinkId",schemaPath:"#/properties/paymentLinkId/pattern",keyword:"pattern",params:{pattern: "^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^link_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema56.properties.paymentLinkId,data:data0}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/paymentLinkId",schemaPath:"#/properties/paymentLinkId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema56.properties.paymentLinkId.type,parentSchema:schema56.properties.paymentLinkId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate45.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema56.type,parentSchema:schema56,data}];
return false;
}
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updatePaymentLink_application_json = validate46;
const schema57 = {"type":"object","description":"Changes to a link: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"name":{"type":"string","description":"New name, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","examples":["Caneca de cerâmica"]},"active":{"type":"boolean","description":"False ends it, true takes it up again.","examples":[false]},"max_payments":{"type":["integer","null"],"description":"How many of its sessions can be paid; null for any number.","minimum":1,"maximum":1000000,"examples":[200]},"ends_at":{"type":["string","null"],"description":"When it ends, as RFC 3339 writes it; null for no end.","format":"date-time","examples":["2026-05-01T03:00:00.000Z"]},"success_url":{"type":["string","null"],"description":"Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password. Null removes it.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)","x-error-code":{"format":"invalid_success_url","pattern":"invalid_success_url"},"examples":["https://loja.example/obrigado"]},"metadata":{"type":"object","description":"The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"examples":[{"pedido":"1042"}]}}};

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
if(Object.keys(data).length < 1){
validate46.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema57,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "name") || (key0 === "active")) || (key0 === "max_payments")) || (key0 === "ends_at")) || (key0 === "success_url")) || (key0 === "metadata"))){
validate46.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema57,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate46.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema57.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate46.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate46.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema57.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.properties.name.type,parentSchema:schema57.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.active !== undefined){
let data1 = data.active;
const _errs4 = errors;
if(typeof data1 !== "boolean"){
validate46.errors = [{instancePath:instancePath+"/active",schemaPath:"#/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema57.properties.active.type,parentSchema:schema57.properties.active,data:data1}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_payments !== undefined){
let data2 = data.max_payments;
const _errs6 = errors;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
validate46.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/type",keyword:"type",params:{type: schema57.properties.max_payments.type},message:"must be integer,null",schema:schema57.properties.max_payments.type,parentSchema:schema57.properties.max_payments,data:data2}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
validate46.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema57.properties.max_payments,data:data2}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate46.errors = [{instancePath:instancePath+"/max_payments",schemaPath:"#/properties/max_payments/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema57.properties.max_payments,data:data2}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ends_at !== undefined){
let data3 = data.ends_at;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate46.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/type",keyword:"type",params:{type: schema57.properties.ends_at.type},message:"must be string,null",schema:schema57.properties.ends_at.type,parentSchema:schema57.properties.ends_at,data:data3}];
return false;
}
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(!(formats12.validate(data3))){
validate46.errors = [{instancePath:instancePath+"/ends_at",schemaPath:"#/properties/ends_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema57.properties.ends_at,data:data3}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.success_url !== undefined){
let data4 = data.success_url;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate46.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/type",keyword:"type",params:{type: schema57.properties.success_url.type},message:"must be string,null",schema:schema57.properties.success_url.type,parentSchema:schema57.properties.success_url,data:data4}];
return false;
}
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(func2(data4) > 2048){
validate46.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema57.properties.success_url,data:data4}];
return false;
}
else {
if(!pattern27.test(data4)){
validate46.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?#]|$)",parentSchema:schema57.properties.success_url,data:data4}];
return false;
}
else {
if(!(formats16(data4))){
validate46.errors = [{instancePath:instancePath+"/success_url",schemaPath:"#/properties/success_url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema57.properties.success_url,data:data4}];
return false;
}
}
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data5 = data.metadata;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(!(keyword0(data5, 16384, data))){
validate46.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema57.properties.metadata,data:data5}];
return false;
}
else {
if(!(keyword1(data5, 8, data))){
validate46.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema57.properties.metadata,data:data5}];
return false;
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema57.properties.metadata.type,parentSchema:schema57.properties.metadata,data:data5}];
return false;
}
}
var valid0 = _errs12 === errors;
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
validate46.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema57.type,parentSchema:schema57,data}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listApiClients_query = validate47;
const schema58 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1"]}},"required":[]};
const pattern45 = new RegExp("^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate47.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema58,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate47.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema58.properties.limit.type,parentSchema:schema58.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate47.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema58.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate47.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema58.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern45.test(data1)){
validate47.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema58.properties.starting_after,data:data1}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.starting_after.type,parentSchema:schema58.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate47.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema58.type,parentSchema:schema58,data}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createApiClient_application_json = validate48;
const schema59 = {"type":"object","description":"A new API client.","additionalProperties":false,"required":["name","scopes"],"properties":{"name":{"type":"string","description":"Label of the client, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_api_client_name","pattern":"invalid_api_client_name"},"examples":["Loja virtual"]},"scopes":{"type":"array","description":"Scopes that it can ask for, each of which your own token has.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"minItems":1,"maxItems":32,"examples":[["checkouts:read","checkouts:write"]]}}};

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
if(((data.name === undefined) && (missing0 = "name")) || ((data.scopes === undefined) && (missing0 = "scopes"))){
validate48.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema59.required,parentSchema:schema59,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "scopes"))){
validate48.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema59,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate48.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema59.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate48.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema59.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate48.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema59.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema59.properties.name.type,parentSchema:schema59.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes !== undefined){
let data1 = data.scopes;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 32){
validate48.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema59.properties.scopes,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate48.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema59.properties.scopes,data:data1}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate48.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema59.properties.scopes.items.type,parentSchema:schema59.properties.scopes.items,data:data2}];
return false;
}
if(!(((((((((((data2 === "customers:read") || (data2 === "customers:write")) || (data2 === "products:read")) || (data2 === "products:write")) || (data2 === "checkouts:read")) || (data2 === "checkouts:write")) || (data2 === "all")) || (data2 === "refunds:write")) || (data2 === "account:read")) || (data2 === "account:write")) || (data2 === "bank:write"))){
validate48.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema59.properties.scopes.items.enum},message:"must be equal to one of the allowed values",schema:schema59.properties.scopes.items.enum,parentSchema:schema59.properties.scopes.items,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate48.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",schema:true,parentSchema:schema59.properties.scopes,data:data1}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema59.properties.scopes.type,parentSchema:schema59.properties.scopes,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema59.type,parentSchema:schema59,data}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getApiClient_path = validate49;
const schema60 = {"type":"object","additionalProperties":false,"properties":{"apiClientId":{"type":"string","description":"Id of an API client. Not the `client_id` of OAuth.","pattern":"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_api_client_id","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]}},"required":["apiClientId"]};

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
if((data.apiClientId === undefined) && (missing0 = "apiClientId")){
validate49.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema60.required,parentSchema:schema60,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "apiClientId")){
validate49.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema60,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.apiClientId !== undefined){
let data0 = data.apiClientId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern45.test(data0)){
validate49.errors = [{instancePath:instancePath+"/apiClientId",schemaPath:"#/properties/apiClientId/pattern",keyword:"pattern",params:{pattern: "^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^client_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema60.properties.apiClientId,data:data0}];
return false;
}
}
else {
validate49.errors = [{instancePath:instancePath+"/apiClientId",schemaPath:"#/properties/apiClientId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema60.properties.apiClientId.type,parentSchema:schema60.properties.apiClientId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate49.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema60.type,parentSchema:schema60,data}];
return false;
}
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateApiClient_application_json = validate50;
const schema61 = {"type":"object","description":"Changes to an API client: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"name":{"type":"string","description":"Label of the client, stored trimmed.","minLength":1,"maxLength":160,"pattern":"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]","x-error-code":{"minLength":"invalid_api_client_name","pattern":"invalid_api_client_name"},"examples":["Loja virtual"]},"scopes":{"type":"array","description":"All scopes that it can ask for from now on, each of which your own token has.","items":{"type":"string","description":"What an access token permits. `all` stands for every scope before it; those after it are granted by name.","enum":["customers:read","customers:write","products:read","products:write","checkouts:read","checkouts:write","all","refunds:write","account:read","account:write","bank:write"],"examples":["checkouts:write"]},"uniqueItems":true,"minItems":1,"maxItems":32,"examples":[["checkouts:read","checkouts:write"]]}}};

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
if(Object.keys(data).length < 1){
validate50.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema61,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "scopes"))){
validate50.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema61,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 160){
validate50.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters",schema:160,parentSchema:schema61.properties.name,data:data0}];
return false;
}
else {
if(func2(data0) < 1){
validate50.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema61.properties.name,data:data0}];
return false;
}
else {
if(!pattern9.test(data0)){
validate50.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"},message:"must match pattern \""+"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]"+"\"",schema:"[^\\s\\x00-\\x1f\\x7f-\\x9f­͏؜ᅟᅠ឴឵᠋-᠏​-‏‪-‮⁠-⁯⠀ㅤ︀-️﻿ﾠ￰-￸]",parentSchema:schema61.properties.name,data:data0}];
return false;
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema61.properties.name.type,parentSchema:schema61.properties.name,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scopes !== undefined){
let data1 = data.scopes;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 32){
validate50.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema61.properties.scopes,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate50.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema61.properties.scopes,data:data1}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate50.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema61.properties.scopes.items.type,parentSchema:schema61.properties.scopes.items,data:data2}];
return false;
}
if(!(((((((((((data2 === "customers:read") || (data2 === "customers:write")) || (data2 === "products:read")) || (data2 === "products:write")) || (data2 === "checkouts:read")) || (data2 === "checkouts:write")) || (data2 === "all")) || (data2 === "refunds:write")) || (data2 === "account:read")) || (data2 === "account:write")) || (data2 === "bank:write"))){
validate50.errors = [{instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/enum",keyword:"enum",params:{allowedValues: schema61.properties.scopes.items.enum},message:"must be equal to one of the allowed values",schema:schema61.properties.scopes.items.enum,parentSchema:schema61.properties.scopes.items,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate50.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",schema:true,parentSchema:schema61.properties.scopes,data:data1}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
}
else {
validate50.errors = [{instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema61.properties.scopes.type,parentSchema:schema61.properties.scopes,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate50.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema61.type,parentSchema:schema61,data}];
return false;
}
}
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const rotateApiClientSecret_application_json = validate51;
const schema62 = {"type":"object","description":"What becomes of the secret before.","additionalProperties":false,"properties":{"previous_secret_seconds":{"type":"integer","description":"For how many seconds the secret before still gets tokens. With 0 it ends at once, and so does every token of the client.","minimum":0,"maximum":86400,"default":0,"examples":[3600]}}};

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
if(data.previous_secret_seconds === undefined){
data.previous_secret_seconds = 0;
}
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "previous_secret_seconds")){
validate51.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema62,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.previous_secret_seconds;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate51.errors = [{instancePath:instancePath+"/previous_secret_seconds",schemaPath:"#/properties/previous_secret_seconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.previous_secret_seconds.type,parentSchema:schema62.properties.previous_secret_seconds,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 86400 || isNaN(data0)){
validate51.errors = [{instancePath:instancePath+"/previous_secret_seconds",schemaPath:"#/properties/previous_secret_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema62.properties.previous_secret_seconds,data:data0}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate51.errors = [{instancePath:instancePath+"/previous_secret_seconds",schemaPath:"#/properties/previous_secret_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema62.properties.previous_secret_seconds,data:data0}];
return false;
}
}
}
}
}
}
else {
validate51.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema62.type,parentSchema:schema62,data}];
return false;
}
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const revokeApiClient_query = validate52;
const schema63 = {"type":"object","additionalProperties":false,"properties":{"end_made":{"type":"boolean","default":false,"examples":[true]}},"required":[]};

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
if(data.end_made === undefined){
data.end_made = false;
}
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "end_made")){
validate52.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema63,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.end_made;
if(typeof data0 !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/end_made",schemaPath:"#/properties/end_made/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema63.properties.end_made.type,parentSchema:schema63.properties.end_made,data:data0}];
return false;
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema63.type,parentSchema:schema63,data}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listUsers_query = validate53;
const schema64 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]}},"required":[]};
const pattern49 = new RegExp("^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate53.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema64,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate53.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema64.properties.limit.type,parentSchema:schema64.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate53.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema64.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate53.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema64.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern49.test(data1)){
validate53.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema64.properties.starting_after,data:data1}];
return false;
}
}
else {
validate53.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema64.properties.starting_after.type,parentSchema:schema64.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema64.type,parentSchema:schema64,data}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const inviteUser_application_json = validate54;
const schema65 = {"type":"object","description":"Who is invited, and as what.","additionalProperties":false,"required":["email","role"],"properties":{"email":{"type":"string","description":"E-mail in ASCII, compared and stored in lower case.","format":"email","minLength":3,"maxLength":320,"pattern":"^[^@]{1,64}@[^@]{1,255}$","examples":["ana@loja.example"]},"role":{"type":"string","description":"What a user may do; a set of scopes.","enum":["owner","developer","finance","viewer"],"examples":["finance"]}}};

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
if(((data.email === undefined) && (missing0 = "email")) || ((data.role === undefined) && (missing0 = "role"))){
validate54.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema65.required,parentSchema:schema65,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "email") || (key0 === "role"))){
validate54.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema65,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.email !== undefined){
let data0 = data.email;
const _errs2 = errors;
if(errors === _errs2){
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 320){
validate54.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema65.properties.email,data:data0}];
return false;
}
else {
if(func2(data0) < 3){
validate54.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema65.properties.email,data:data0}];
return false;
}
else {
if(!pattern10.test(data0)){
validate54.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^@]{1,64}@[^@]{1,255}$"},message:"must match pattern \""+"^[^@]{1,64}@[^@]{1,255}$"+"\"",schema:"^[^@]{1,64}@[^@]{1,255}$",parentSchema:schema65.properties.email,data:data0}];
return false;
}
else {
if(!(formats0.test(data0))){
validate54.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\"",schema:"email",parentSchema:schema65.properties.email,data:data0}];
return false;
}
}
}
}
}
else {
validate54.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema65.properties.email.type,parentSchema:schema65.properties.email,data:data0}];
return false;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.role !== undefined){
let data1 = data.role;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate54.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema65.properties.role.type,parentSchema:schema65.properties.role,data:data1}];
return false;
}
if(!((((data1 === "owner") || (data1 === "developer")) || (data1 === "finance")) || (data1 === "viewer"))){
validate54.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema65.properties.role.enum},message:"must be equal to one of the allowed values",schema:schema65.properties.role.enum,parentSchema:schema65.properties.role,data:data1}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate54.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema65.type,parentSchema:schema65,data}];
return false;
}
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getUser_path = validate55;
const schema66 = {"type":"object","additionalProperties":false,"properties":{"userId":{"type":"string","description":"Id of a user.","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_user_id","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]}},"required":["userId"]};

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
if((data.userId === undefined) && (missing0 = "userId")){
validate55.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema66.required,parentSchema:schema66,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "userId")){
validate55.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema66,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.userId !== undefined){
let data0 = data.userId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern49.test(data0)){
validate55.errors = [{instancePath:instancePath+"/userId",schemaPath:"#/properties/userId/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema66.properties.userId,data:data0}];
return false;
}
}
else {
validate55.errors = [{instancePath:instancePath+"/userId",schemaPath:"#/properties/userId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.userId.type,parentSchema:schema66.properties.userId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema66.type,parentSchema:schema66,data}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateUser_application_json = validate56;
const schema67 = {"type":"object","description":"Changes to a user.","additionalProperties":false,"required":["role"],"properties":{"role":{"type":"string","description":"What a user may do; a set of scopes.","enum":["owner","developer","finance","viewer"],"examples":["finance"]}}};

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
if((data.role === undefined) && (missing0 = "role")){
validate56.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema67.required,parentSchema:schema67,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "role")){
validate56.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema67,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.role !== undefined){
let data0 = data.role;
if(typeof data0 !== "string"){
validate56.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema67.properties.role.type,parentSchema:schema67.properties.role,data:data0}];
return false;
}
if(!((((data0 === "owner") || (data0 === "developer")) || (data0 === "finance")) || (data0 === "viewer"))){
validate56.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema67.properties.role.enum},message:"must be equal to one of the allowed values",schema:schema67.properties.role.enum,parentSchema:schema67.properties.role,data:data0}];
return false;
}
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema67.type,parentSchema:schema67,data}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const deleteUserPasskey_path = validate57;
const schema68 = {"type":"object","additionalProperties":false,"properties":{"userId":{"type":"string","description":"Id of a user.","pattern":"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_user_id","examples":["user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5"]},"passkeyId":{"type":"string","description":"Id of a passkey.","pattern":"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_passkey_id","examples":["passkey_019caeb3-9f10-7d2e-8a3b-4c5d6e7f8091"]}},"required":["userId","passkeyId"]};
const pattern53 = new RegExp("^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(((data.userId === undefined) && (missing0 = "userId")) || ((data.passkeyId === undefined) && (missing0 = "passkeyId"))){
validate57.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema68.required,parentSchema:schema68,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "userId") || (key0 === "passkeyId"))){
validate57.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema68,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.userId !== undefined){
let data0 = data.userId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern49.test(data0)){
validate57.errors = [{instancePath:instancePath+"/userId",schemaPath:"#/properties/userId/pattern",keyword:"pattern",params:{pattern: "^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^user_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema68.properties.userId,data:data0}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/userId",schemaPath:"#/properties/userId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema68.properties.userId.type,parentSchema:schema68.properties.userId,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passkeyId !== undefined){
let data1 = data.passkeyId;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern53.test(data1)){
validate57.errors = [{instancePath:instancePath+"/passkeyId",schemaPath:"#/properties/passkeyId/pattern",keyword:"pattern",params:{pattern: "^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^passkey_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema68.properties.passkeyId,data:data1}];
return false;
}
}
else {
validate57.errors = [{instancePath:instancePath+"/passkeyId",schemaPath:"#/properties/passkeyId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema68.properties.passkeyId.type,parentSchema:schema68.properties.passkeyId,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema68.type,parentSchema:schema68,data}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listAccess_query = validate58;
const schema69 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^(bank|client|invitation|session|user|wh)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2"]}},"required":[]};
const pattern54 = new RegExp("^(bank|client|invitation|session|user|wh)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate58.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema69,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema69.properties.limit.type,parentSchema:schema69.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema69.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate58.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema69.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern54.test(data1)){
validate58.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^(bank|client|invitation|session|user|wh)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^(bank|client|invitation|session|user|wh)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^(bank|client|invitation|session|user|wh)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema69.properties.starting_after,data:data1}];
return false;
}
}
else {
validate58.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema69.properties.starting_after.type,parentSchema:schema69.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema69.type,parentSchema:schema69,data}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listWebhookEndpoints_query = validate59;
const schema70 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]}},"required":[]};
const pattern55 = new RegExp("^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

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
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "starting_after"))){
validate59.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema70,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate59.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema70.properties.limit.type,parentSchema:schema70.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate59.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema70.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate59.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema70.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern55.test(data1)){
validate59.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema70.properties.starting_after,data:data1}];
return false;
}
}
else {
validate59.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.starting_after.type,parentSchema:schema70.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema70.type,parentSchema:schema70,data}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createWebhookEndpoint_application_json = validate60;
const schema71 = {"type":"object","description":"A new webhook endpoint.","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","description":"Where events are sent by `POST`: `http` or `https`; in live mode `https`, of a public host, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]","x-error-code":{"format":"invalid_webhook_url","pattern":"invalid_webhook_url"},"examples":["https://loja.example/eventos"]},"event_types":{"type":"array","description":"The types of events that it is sent. Without it, or with all types, every event.","items":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"uniqueItems":true,"minItems":1,"maxItems":64,"examples":[["payment.succeeded","payment.reversed"]]},"enabled":{"type":"boolean","description":"Whether it is sent events.","default":true,"examples":[true]}}};
const pattern56 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]", "u");

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
if(data.enabled === undefined){
data.enabled = true;
}
let missing0;
if((data.url === undefined) && (missing0 = "url")){
validate60.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema71.required,parentSchema:schema71,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "url") || (key0 === "event_types")) || (key0 === "enabled"))){
validate60.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema71,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.url !== undefined){
let data0 = data.url;
const _errs2 = errors;
if(errors === _errs2){
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 2048){
validate60.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema71.properties.url,data:data0}];
return false;
}
else {
if(!pattern56.test(data0)){
validate60.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]",parentSchema:schema71.properties.url,data:data0}];
return false;
}
else {
if(!(formats16(data0))){
validate60.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema71.properties.url,data:data0}];
return false;
}
}
}
}
else {
validate60.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema71.properties.url.type,parentSchema:schema71.properties.url,data:data0}];
return false;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event_types !== undefined){
let data1 = data.event_types;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 64){
validate60.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema71.properties.event_types,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate60.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema71.properties.event_types,data:data1}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate60.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema71.properties.event_types.items.type,parentSchema:schema71.properties.event_types.items,data:data2}];
return false;
}
if(!(((((((data2 === "payment.succeeded") || (data2 === "payment.declined")) || (data2 === "payment.reversed")) || (data2 === "refund.succeeded")) || (data2 === "refund.failed")) || (data2 === "checkout.canceled")) || (data2 === "checkout.expired"))){
validate60.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/enum",keyword:"enum",params:{allowedValues: schema71.properties.event_types.items.enum},message:"must be equal to one of the allowed values",schema:schema71.properties.event_types.items.enum,parentSchema:schema71.properties.event_types.items,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate60.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",schema:true,parentSchema:schema71.properties.event_types,data:data1}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
}
else {
validate60.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema71.properties.event_types.type,parentSchema:schema71.properties.event_types,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data3 = data.enabled;
const _errs8 = errors;
if(typeof data3 !== "boolean"){
validate60.errors = [{instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema71.properties.enabled.type,parentSchema:schema71.properties.enabled,data:data3}];
return false;
}
var valid0 = _errs8 === errors;
}
}
}
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema71.type,parentSchema:schema71,data}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getWebhookEndpoint_path = validate61;
const schema72 = {"type":"object","additionalProperties":false,"properties":{"webhookEndpointId":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]}},"required":["webhookEndpointId"]};

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
let missing0;
if((data.webhookEndpointId === undefined) && (missing0 = "webhookEndpointId")){
validate61.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema72.required,parentSchema:schema72,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "webhookEndpointId")){
validate61.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema72,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.webhookEndpointId !== undefined){
let data0 = data.webhookEndpointId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern55.test(data0)){
validate61.errors = [{instancePath:instancePath+"/webhookEndpointId",schemaPath:"#/properties/webhookEndpointId/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema72.properties.webhookEndpointId,data:data0}];
return false;
}
}
else {
validate61.errors = [{instancePath:instancePath+"/webhookEndpointId",schemaPath:"#/properties/webhookEndpointId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema72.properties.webhookEndpointId.type,parentSchema:schema72.properties.webhookEndpointId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate61.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema72.type,parentSchema:schema72,data}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const updateWebhookEndpoint_application_json = validate62;
const schema73 = {"type":"object","description":"Changes to a webhook endpoint: at least one field.","additionalProperties":false,"minProperties":1,"properties":{"url":{"type":"string","description":"Where events are sent by `POST`: `http` or `https`; in live mode `https`, of a public host, without a user or a password.","format":"iri","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]","x-error-code":{"format":"invalid_webhook_url","pattern":"invalid_webhook_url"},"examples":["https://loja.example/eventos"]},"event_types":{"type":"array","description":"The types of events that it is sent from now on. With all types, every event.","items":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"uniqueItems":true,"minItems":1,"maxItems":64,"examples":[["payment.succeeded","payment.reversed"]]},"enabled":{"type":"boolean","description":"Whether it is sent events from now on.","examples":[false]}}};

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
validate62.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema73,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "url") || (key0 === "event_types")) || (key0 === "enabled"))){
validate62.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema73,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.url !== undefined){
let data0 = data.url;
const _errs2 = errors;
if(errors === _errs2){
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 2048){
validate62.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema73.properties.url,data:data0}];
return false;
}
else {
if(!pattern56.test(data0)){
validate62.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]",parentSchema:schema73.properties.url,data:data0}];
return false;
}
else {
if(!(formats16(data0))){
validate62.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/format",keyword:"format",params:{format: "iri"},message:"must match format \""+"iri"+"\"",schema:"iri",parentSchema:schema73.properties.url,data:data0}];
return false;
}
}
}
}
else {
validate62.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema73.properties.url.type,parentSchema:schema73.properties.url,data:data0}];
return false;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event_types !== undefined){
let data1 = data.event_types;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 64){
validate62.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema73.properties.event_types,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate62.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema73.properties.event_types,data:data1}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate62.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema73.properties.event_types.items.type,parentSchema:schema73.properties.event_types.items,data:data2}];
return false;
}
if(!(((((((data2 === "payment.succeeded") || (data2 === "payment.declined")) || (data2 === "payment.reversed")) || (data2 === "refund.succeeded")) || (data2 === "refund.failed")) || (data2 === "checkout.canceled")) || (data2 === "checkout.expired"))){
validate62.errors = [{instancePath:instancePath+"/event_types/" + i0,schemaPath:"#/properties/event_types/items/enum",keyword:"enum",params:{allowedValues: schema73.properties.event_types.items.enum},message:"must be equal to one of the allowed values",schema:schema73.properties.event_types.items.enum,parentSchema:schema73.properties.event_types.items,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
if(valid1){
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
validate62.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",schema:true,parentSchema:schema73.properties.event_types,data:data1}];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
}
else {
validate62.errors = [{instancePath:instancePath+"/event_types",schemaPath:"#/properties/event_types/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema73.properties.event_types.type,parentSchema:schema73.properties.event_types,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.enabled !== undefined){
let data3 = data.enabled;
const _errs8 = errors;
if(typeof data3 !== "boolean"){
validate62.errors = [{instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema73.properties.enabled.type,parentSchema:schema73.properties.enabled,data:data3}];
return false;
}
var valid0 = _errs8 === errors;
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
validate62.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema73.type,parentSchema:schema73,data}];
return false;
}
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listWebhookDeliveries_query = validate63;
const schema74 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["del_019caeb2-01f4-7b5a-8e71-c2d3e4f5a6b7"]},"webhook_endpoint_id":{"type":"string","description":"Id of a webhook endpoint.","pattern":"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_webhook_endpoint_id","examples":["wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6"]},"event_id":{"type":"string","description":"Id of an event.","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_event_id","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]},"status":{"type":"string","description":"`pending` until it is sent, `delivered` after an answer of `2xx`, `failed` after any other or none. `unknown` while it is being sent, and for good when the process that sent it has ended.","enum":["pending","unknown","delivered","failed"],"examples":["delivered"]}},"required":[]};
const pattern59 = new RegExp("^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern61 = new RegExp("^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "webhook_endpoint_id")) || (key0 === "event_id")) || (key0 === "status"))){
validate63.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema74,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate63.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema74.properties.limit.type,parentSchema:schema74.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate63.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema74.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate63.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema74.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern59.test(data1)){
validate63.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^del_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema74.properties.starting_after,data:data1}];
return false;
}
}
else {
validate63.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.starting_after.type,parentSchema:schema74.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.webhook_endpoint_id !== undefined){
let data2 = data.webhook_endpoint_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern55.test(data2)){
validate63.errors = [{instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"#/properties/webhook_endpoint_id/pattern",keyword:"pattern",params:{pattern: "^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^wh_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema74.properties.webhook_endpoint_id,data:data2}];
return false;
}
}
else {
validate63.errors = [{instancePath:instancePath+"/webhook_endpoint_id",schemaPath:"#/properties/webhook_endpoint_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.webhook_endpoint_id.type,parentSchema:schema74.properties.webhook_endpoint_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event_id !== undefined){
let data3 = data.event_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern61.test(data3)){
validate63.errors = [{instancePath:instancePath+"/event_id",schemaPath:"#/properties/event_id/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema74.properties.event_id,data:data3}];
return false;
}
}
else {
validate63.errors = [{instancePath:instancePath+"/event_id",schemaPath:"#/properties/event_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.event_id.type,parentSchema:schema74.properties.event_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate63.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.status.type,parentSchema:schema74.properties.status,data:data4}];
return false;
}
if(!((((data4 === "pending") || (data4 === "unknown")) || (data4 === "delivered")) || (data4 === "failed"))){
validate63.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema74.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema74.properties.status.enum,parentSchema:schema74.properties.status,data:data4}];
return false;
}
var valid0 = _errs10 === errors;
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
validate63.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema74.type,parentSchema:schema74,data}];
return false;
}
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listAuditEvents_query = validate64;
const schema75 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["audit_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9"]},"actor_id":{"type":"string","pattern":"^(client|user)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["client_019caea0-7f3c-7e21-a5d4-3b2c1d0e9f8a"]},"target_id":{"type":"string","pattern":"^[a-z]{1,20}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","examples":["offer_019caea2-9f3a-7f11-b2ab-d17e3f1d6c53"]},"created_from":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]},"created_to":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]}},"required":[]};
const pattern62 = new RegExp("^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern63 = new RegExp("^(client|user)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern64 = new RegExp("^[a-z]{1,20}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "actor_id")) || (key0 === "target_id")) || (key0 === "created_from")) || (key0 === "created_to"))){
validate64.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema75,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate64.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema75.properties.limit.type,parentSchema:schema75.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate64.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema75.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate64.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema75.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern62.test(data1)){
validate64.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^audit_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema75.properties.starting_after,data:data1}];
return false;
}
}
else {
validate64.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema75.properties.starting_after.type,parentSchema:schema75.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.actor_id !== undefined){
let data2 = data.actor_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern63.test(data2)){
validate64.errors = [{instancePath:instancePath+"/actor_id",schemaPath:"#/properties/actor_id/pattern",keyword:"pattern",params:{pattern: "^(client|user)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^(client|user)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^(client|user)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema75.properties.actor_id,data:data2}];
return false;
}
}
else {
validate64.errors = [{instancePath:instancePath+"/actor_id",schemaPath:"#/properties/actor_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema75.properties.actor_id.type,parentSchema:schema75.properties.actor_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.target_id !== undefined){
let data3 = data.target_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern64.test(data3)){
validate64.errors = [{instancePath:instancePath+"/target_id",schemaPath:"#/properties/target_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]{1,20}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^[a-z]{1,20}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^[a-z]{1,20}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema75.properties.target_id,data:data3}];
return false;
}
}
else {
validate64.errors = [{instancePath:instancePath+"/target_id",schemaPath:"#/properties/target_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema75.properties.target_id.type,parentSchema:schema75.properties.target_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_from !== undefined){
let data4 = data.created_from;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats12.validate(data4))){
validate64.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema75.properties.created_from,data:data4}];
return false;
}
}
else {
validate64.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema75.properties.created_from.type,parentSchema:schema75.properties.created_from,data:data4}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_to !== undefined){
let data5 = data.created_to;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats12.validate(data5))){
validate64.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema75.properties.created_to,data:data5}];
return false;
}
}
else {
validate64.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema75.properties.created_to.type,parentSchema:schema75.properties.created_to,data:data5}];
return false;
}
}
}
var valid0 = _errs12 === errors;
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
validate64.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema75.type,parentSchema:schema75,data}];
return false;
}
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listEvents_query = validate65;
const schema76 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]},"type":{"type":"string","description":"What happened. More types may come.","enum":["payment.succeeded","payment.declined","payment.reversed","refund.succeeded","refund.failed","checkout.canceled","checkout.expired"],"examples":["payment.succeeded"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"created_from":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]},"created_to":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]}},"required":[]};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "type")) || (key0 === "checkout_id")) || (key0 === "created_from")) || (key0 === "created_to"))){
validate65.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema76,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate65.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema76.properties.limit.type,parentSchema:schema76.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate65.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema76.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate65.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema76.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern61.test(data1)){
validate65.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema76.properties.starting_after,data:data1}];
return false;
}
}
else {
validate65.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.starting_after.type,parentSchema:schema76.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data2 = data.type;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate65.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.type.type,parentSchema:schema76.properties.type,data:data2}];
return false;
}
if(!(((((((data2 === "payment.succeeded") || (data2 === "payment.declined")) || (data2 === "payment.reversed")) || (data2 === "refund.succeeded")) || (data2 === "refund.failed")) || (data2 === "checkout.canceled")) || (data2 === "checkout.expired"))){
validate65.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema76.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema76.properties.type.enum,parentSchema:schema76.properties.type,data:data2}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data3 = data.checkout_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern23.test(data3)){
validate65.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema76.properties.checkout_id,data:data3}];
return false;
}
}
else {
validate65.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.checkout_id.type,parentSchema:schema76.properties.checkout_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_from !== undefined){
let data4 = data.created_from;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats12.validate(data4))){
validate65.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema76.properties.created_from,data:data4}];
return false;
}
}
else {
validate65.errors = [{instancePath:instancePath+"/created_from",schemaPath:"#/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.created_from.type,parentSchema:schema76.properties.created_from,data:data4}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.created_to !== undefined){
let data5 = data.created_to;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data5 === "string"){
if(!(formats12.validate(data5))){
validate65.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema76.properties.created_to,data:data5}];
return false;
}
}
else {
validate65.errors = [{instancePath:instancePath+"/created_to",schemaPath:"#/properties/created_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema76.properties.created_to.type,parentSchema:schema76.properties.created_to,data:data5}];
return false;
}
}
}
var valid0 = _errs12 === errors;
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
validate65.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema76.type,parentSchema:schema76,data}];
return false;
}
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getEvent_path = validate66;
const schema77 = {"type":"object","additionalProperties":false,"properties":{"eventId":{"type":"string","description":"Id of an event.","pattern":"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_event_id","examples":["evt_019caead-e8f8-73a0-a429-26e4bcd23f8a"]}},"required":["eventId"]};

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.eventId === undefined) && (missing0 = "eventId")){
validate66.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema77.required,parentSchema:schema77,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "eventId")){
validate66.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema77,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.eventId !== undefined){
let data0 = data.eventId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern61.test(data0)){
validate66.errors = [{instancePath:instancePath+"/eventId",schemaPath:"#/properties/eventId/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^evt_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema77.properties.eventId,data:data0}];
return false;
}
}
else {
validate66.errors = [{instancePath:instancePath+"/eventId",schemaPath:"#/properties/eventId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema77.properties.eventId.type,parentSchema:schema77.properties.eventId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate66.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema77.type,parentSchema:schema77,data}];
return false;
}
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listPayments_query = validate67;
const schema78 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"status":{"type":"string","description":"`succeeded`, `partially_refunded` or `refunded` for the payment that completed its checkout; `returned` for money that did not, and is sent back.","enum":["succeeded","partially_refunded","refunded","returned"],"examples":["succeeded"]},"end_to_end_id":{"type":"string","description":"Id of a transfer in the whole Pix system.","pattern":"^[a-zA-Z0-9]{32}$","examples":["E00416968202603021312a1b2c3d4e5f"]},"txid":{"type":"string","description":"Id of a charge at the bank.","pattern":"^[a-zA-Z0-9]{26,35}$","examples":["019caeab92a3707db5e6f9b18daf0c57"]},"paid_from":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]},"paid_to":{"type":"string","description":"A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.","format":"date-time","examples":["2026-03-02T00:00:00.000Z"]}},"required":[]};
const pattern68 = new RegExp("^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern70 = new RegExp("^[a-zA-Z0-9]{32}$", "u");
const pattern71 = new RegExp("^[a-zA-Z0-9]{26,35}$", "u");

function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "checkout_id")) || (key0 === "status")) || (key0 === "end_to_end_id")) || (key0 === "txid")) || (key0 === "paid_from")) || (key0 === "paid_to"))){
validate67.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema78,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate67.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema78.properties.limit.type,parentSchema:schema78.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate67.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema78.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate67.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema78.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern68.test(data1)){
validate67.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema78.properties.starting_after,data:data1}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.starting_after.type,parentSchema:schema78.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data2 = data.checkout_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern23.test(data2)){
validate67.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema78.properties.checkout_id,data:data2}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.checkout_id.type,parentSchema:schema78.properties.checkout_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data3 = data.status;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate67.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.status.type,parentSchema:schema78.properties.status,data:data3}];
return false;
}
if(!((((data3 === "succeeded") || (data3 === "partially_refunded")) || (data3 === "refunded")) || (data3 === "returned"))){
validate67.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema78.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema78.properties.status.enum,parentSchema:schema78.properties.status,data:data3}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.end_to_end_id !== undefined){
let data4 = data.end_to_end_id;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(!pattern70.test(data4)){
validate67.errors = [{instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{32}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{32}$"+"\"",schema:"^[a-zA-Z0-9]{32}$",parentSchema:schema78.properties.end_to_end_id,data:data4}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/end_to_end_id",schemaPath:"#/properties/end_to_end_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.end_to_end_id.type,parentSchema:schema78.properties.end_to_end_id,data:data4}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txid !== undefined){
let data5 = data.txid;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern71.test(data5)){
validate67.errors = [{instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]{26,35}$"},message:"must match pattern \""+"^[a-zA-Z0-9]{26,35}$"+"\"",schema:"^[a-zA-Z0-9]{26,35}$",parentSchema:schema78.properties.txid,data:data5}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/txid",schemaPath:"#/properties/txid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.txid.type,parentSchema:schema78.properties.txid,data:data5}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.paid_from !== undefined){
let data6 = data.paid_from;
const _errs14 = errors;
if(errors === _errs14){
if(errors === _errs14){
if(typeof data6 === "string"){
if(!(formats12.validate(data6))){
validate67.errors = [{instancePath:instancePath+"/paid_from",schemaPath:"#/properties/paid_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema78.properties.paid_from,data:data6}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/paid_from",schemaPath:"#/properties/paid_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.paid_from.type,parentSchema:schema78.properties.paid_from,data:data6}];
return false;
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.paid_to !== undefined){
let data7 = data.paid_to;
const _errs16 = errors;
if(errors === _errs16){
if(errors === _errs16){
if(typeof data7 === "string"){
if(!(formats12.validate(data7))){
validate67.errors = [{instancePath:instancePath+"/paid_to",schemaPath:"#/properties/paid_to/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema78.properties.paid_to,data:data7}];
return false;
}
}
else {
validate67.errors = [{instancePath:instancePath+"/paid_to",schemaPath:"#/properties/paid_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema78.properties.paid_to.type,parentSchema:schema78.properties.paid_to,data:data7}];
return false;
}
}
}
var valid0 = _errs16 === errors;
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
else {
validate67.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema78.type,parentSchema:schema78,data}];
return false;
}
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getPayment_path = validate68;
const schema79 = {"type":"object","additionalProperties":false,"properties":{"paymentId":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]}},"required":["paymentId"]};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.paymentId === undefined) && (missing0 = "paymentId")){
validate68.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema79.required,parentSchema:schema79,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "paymentId")){
validate68.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema79,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.paymentId !== undefined){
let data0 = data.paymentId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern68.test(data0)){
validate68.errors = [{instancePath:instancePath+"/paymentId",schemaPath:"#/properties/paymentId/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema79.properties.paymentId,data:data0}];
return false;
}
}
else {
validate68.errors = [{instancePath:instancePath+"/paymentId",schemaPath:"#/properties/paymentId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema79.properties.paymentId.type,parentSchema:schema79.properties.paymentId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate68.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema79.type,parentSchema:schema79,data}];
return false;
}
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const createRefund_application_json = validate69;
const schema80 = {"type":"object","description":"A new refund.","additionalProperties":false,"properties":{"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]},"external_id":{"type":"string","description":"Your reference, unique among the refunds of the account for ever; case counts. A repeat is refused, which makes retries safe.","minLength":1,"maxLength":255,"x-error-code":{"minLength":"invalid_external_id"},"examples":["devolucao-1042"]},"reason":{"type":"string","description":"Your reason. The bank is told it (`descricao`), and may show it to the buyer.","minLength":1,"maxLength":140,"examples":["Uma caneca chegou quebrada"]},"metadata":{"type":"object","description":"Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.","additionalProperties":true,"x-max-bytes":16384,"x-max-depth":8,"default":{},"examples":[{"pedido":"1042"}]}}};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.metadata === undefined){
data.metadata = {};
}
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "amount_minor") || (key0 === "external_id")) || (key0 === "reason")) || (key0 === "metadata"))){
validate69.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema80,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.amount_minor !== undefined){
let data0 = data.amount_minor;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate69.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema80.properties.amount_minor.type,parentSchema:schema80.properties.amount_minor,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 99999999999 || isNaN(data0)){
validate69.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema80.properties.amount_minor,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate69.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema80.properties.amount_minor,data:data0}];
return false;
}
else {
if(!(formats4.validate(data0))){
validate69.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema80.properties.amount_minor,data:data0}];
return false;
}
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data1 = data.external_id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 255){
validate69.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema80.properties.external_id,data:data1}];
return false;
}
else {
if(func2(data1) < 1){
validate69.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema80.properties.external_id,data:data1}];
return false;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema80.properties.external_id.type,parentSchema:schema80.properties.external_id,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data2 = data.reason;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 140){
validate69.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters",schema:140,parentSchema:schema80.properties.reason,data:data2}];
return false;
}
else {
if(func2(data2) < 1){
validate69.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema80.properties.reason,data:data2}];
return false;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema80.properties.reason.type,parentSchema:schema80.properties.reason,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data3 = data.metadata;
const _errs8 = errors;
if(errors === _errs8){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(!(keyword0(data3, 16384, data))){
validate69.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-bytes",keyword:"x-max-bytes",params:{},message:"must pass \"x-max-bytes\" keyword validation",schema:16384,parentSchema:schema80.properties.metadata,data:data3}];
return false;
}
else {
if(!(keyword1(data3, 8, data))){
validate69.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/x-max-depth",keyword:"x-max-depth",params:{},message:"must pass \"x-max-depth\" keyword validation",schema:8,parentSchema:schema80.properties.metadata,data:data3}];
return false;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema80.properties.metadata.type,parentSchema:schema80.properties.metadata,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
}
}
}
}
else {
validate69.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema80.type,parentSchema:schema80,data}];
return false;
}
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listDailyTotals_query = validate70;
const schema81 = {"type":"object","additionalProperties":false,"properties":{"from":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"to":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]}},"required":[]};
const formats64 = formats.date;
const pattern73 = new RegExp("^\\d{4}-\\d{2}-\\d{2}$", "u");

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate70.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "from") || (key0 === "to"))){
validate70.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema81,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.from !== undefined){
let data0 = data.from;
const _errs2 = errors;
if(errors === _errs2){
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern73.test(data0)){
validate70.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema81.properties.from,data:data0}];
return false;
}
else {
if(!(formats64.validate(data0))){
validate70.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema81.properties.from,data:data0}];
return false;
}
}
}
else {
validate70.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema81.properties.from.type,parentSchema:schema81.properties.from,data:data0}];
return false;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
let data1 = data.to;
const _errs4 = errors;
if(errors === _errs4){
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern73.test(data1)){
validate70.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema81.properties.to,data:data1}];
return false;
}
else {
if(!(formats64.validate(data1))){
validate70.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema81.properties.to,data:data1}];
return false;
}
}
}
else {
validate70.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema81.properties.to.type,parentSchema:schema81.properties.to,data:data1}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate70.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema81.type,parentSchema:schema81,data}];
return false;
}
}
validate70.errors = vErrors;
return errors === 0;
}
validate70.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listStatementEntries_query = validate71;
const schema82 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^(pay|refund)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"date_from":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"date_to":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"type":{"type":"string","description":"`payment`: settled its session. `refund`: of such a payment, by you. `reversal`: of such a payment, what the bank took back. `returned_payment`: a transfer that settled nothing. `return`: what went back of that.","enum":["payment","refund","reversal","returned_payment","return"],"examples":["payment"]}},"required":[]};
const pattern75 = new RegExp("^(pay|refund)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "date_from")) || (key0 === "date_to")) || (key0 === "type"))){
validate71.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema82,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate71.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema82.properties.limit.type,parentSchema:schema82.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate71.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema82.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate71.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema82.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern75.test(data1)){
validate71.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^(pay|refund)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^(pay|refund)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^(pay|refund)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema82.properties.starting_after,data:data1}];
return false;
}
}
else {
validate71.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema82.properties.starting_after.type,parentSchema:schema82.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.date_from !== undefined){
let data2 = data.date_from;
const _errs6 = errors;
if(errors === _errs6){
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern73.test(data2)){
validate71.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema82.properties.date_from,data:data2}];
return false;
}
else {
if(!(formats64.validate(data2))){
validate71.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema82.properties.date_from,data:data2}];
return false;
}
}
}
else {
validate71.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema82.properties.date_from.type,parentSchema:schema82.properties.date_from,data:data2}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.date_to !== undefined){
let data3 = data.date_to;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern73.test(data3)){
validate71.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema82.properties.date_to,data:data3}];
return false;
}
else {
if(!(formats64.validate(data3))){
validate71.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema82.properties.date_to,data:data3}];
return false;
}
}
}
else {
validate71.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema82.properties.date_to.type,parentSchema:schema82.properties.date_to,data:data3}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data4 = data.type;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate71.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema82.properties.type.type,parentSchema:schema82.properties.type,data:data4}];
return false;
}
if(!(((((data4 === "payment") || (data4 === "refund")) || (data4 === "reversal")) || (data4 === "returned_payment")) || (data4 === "return"))){
validate71.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema82.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema82.properties.type.enum,parentSchema:schema82.properties.type,data:data4}];
return false;
}
var valid0 = _errs10 === errors;
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
validate71.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema82.type,parentSchema:schema82,data}];
return false;
}
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const exportStatementEntries_query = validate72;
const schema83 = {"type":"object","additionalProperties":false,"properties":{"format":{"type":"string","enum":["csv","xlsx","ofx"],"examples":["csv"]},"locale":{"type":"string","enum":["pt-BR","en","es"],"default":"pt-BR","examples":["pt-BR"]},"date_from":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"date_to":{"type":"string","description":"A day as `yyyy-mm-dd`.","format":"date","pattern":"^\\d{4}-\\d{2}-\\d{2}$","examples":["2026-03-02"]},"type":{"type":"string","description":"`payment`: settled its session. `refund`: of such a payment, by you. `reversal`: of such a payment, what the bank took back. `returned_payment`: a transfer that settled nothing. `return`: what went back of that.","enum":["payment","refund","reversal","returned_payment","return"],"examples":["payment"]}},"required":["format"]};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.locale === undefined){
data.locale = "pt-BR";
}
let missing0;
if((data.format === undefined) && (missing0 = "format")){
validate72.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema83.required,parentSchema:schema83,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "format") || (key0 === "locale")) || (key0 === "date_from")) || (key0 === "date_to")) || (key0 === "type"))){
validate72.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema83,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.format !== undefined){
let data0 = data.format;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate72.errors = [{instancePath:instancePath+"/format",schemaPath:"#/properties/format/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.format.type,parentSchema:schema83.properties.format,data:data0}];
return false;
}
if(!(((data0 === "csv") || (data0 === "xlsx")) || (data0 === "ofx"))){
validate72.errors = [{instancePath:instancePath+"/format",schemaPath:"#/properties/format/enum",keyword:"enum",params:{allowedValues: schema83.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema83.properties.format.enum,parentSchema:schema83.properties.format,data:data0}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let data1 = data.locale;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate72.errors = [{instancePath:instancePath+"/locale",schemaPath:"#/properties/locale/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.locale.type,parentSchema:schema83.properties.locale,data:data1}];
return false;
}
if(!(((data1 === "pt-BR") || (data1 === "en")) || (data1 === "es"))){
validate72.errors = [{instancePath:instancePath+"/locale",schemaPath:"#/properties/locale/enum",keyword:"enum",params:{allowedValues: schema83.properties.locale.enum},message:"must be equal to one of the allowed values",schema:schema83.properties.locale.enum,parentSchema:schema83.properties.locale,data:data1}];
return false;
}
var valid0 = _errs4 === errors;
if(valid0){
if(data.date_from !== undefined){
let data2 = data.date_from;
const _errs6 = errors;
if(errors === _errs6){
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern73.test(data2)){
validate72.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema83.properties.date_from,data:data2}];
return false;
}
else {
if(!(formats64.validate(data2))){
validate72.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema83.properties.date_from,data:data2}];
return false;
}
}
}
else {
validate72.errors = [{instancePath:instancePath+"/date_from",schemaPath:"#/properties/date_from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.date_from.type,parentSchema:schema83.properties.date_from,data:data2}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.date_to !== undefined){
let data3 = data.date_to;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern73.test(data3)){
validate72.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema83.properties.date_to,data:data3}];
return false;
}
else {
if(!(formats64.validate(data3))){
validate72.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",schema:"date",parentSchema:schema83.properties.date_to,data:data3}];
return false;
}
}
}
else {
validate72.errors = [{instancePath:instancePath+"/date_to",schemaPath:"#/properties/date_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.date_to.type,parentSchema:schema83.properties.date_to,data:data3}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data4 = data.type;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate72.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema83.properties.type.type,parentSchema:schema83.properties.type,data:data4}];
return false;
}
if(!(((((data4 === "payment") || (data4 === "refund")) || (data4 === "reversal")) || (data4 === "returned_payment")) || (data4 === "return"))){
validate72.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema83.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema83.properties.type.enum,parentSchema:schema83.properties.type,data:data4}];
return false;
}
var valid0 = _errs10 === errors;
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
validate72.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema83.type,parentSchema:schema83,data}];
return false;
}
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const listRefunds_query = validate73;
const schema84 = {"type":"object","additionalProperties":false,"properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"examples":[20]},"starting_after":{"type":"string","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_cursor","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]},"payment_id":{"type":"string","description":"Id of a payment.","pattern":"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_payment_id","examples":["pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4"]},"checkout_id":{"type":"string","description":"Id of a checkout session.","pattern":"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_checkout_id","examples":["checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57"]},"status":{"type":"string","description":"`pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).","enum":["pending","succeeded","failed"],"examples":["succeeded"]},"external_id":{"type":"string","minLength":1,"maxLength":255,"x-error-code":{"minLength":"invalid_external_id"},"examples":["devolucao-1042"]}},"required":[]};
const pattern80 = new RegExp("^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate73.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 20;
}
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "limit") || (key0 === "starting_after")) || (key0 === "payment_id")) || (key0 === "checkout_id")) || (key0 === "status")) || (key0 === "external_id"))){
validate73.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema84,data}];
return false;
break;
}
}
if(_errs1 === errors){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate73.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema84.properties.limit.type,parentSchema:schema84.properties.limit,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate73.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema84.properties.limit,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate73.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema84.properties.limit,data:data0}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
if(valid0){
if(data.starting_after !== undefined){
let data1 = data.starting_after;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern80.test(data1)){
validate73.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema84.properties.starting_after,data:data1}];
return false;
}
}
else {
validate73.errors = [{instancePath:instancePath+"/starting_after",schemaPath:"#/properties/starting_after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema84.properties.starting_after.type,parentSchema:schema84.properties.starting_after,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.payment_id !== undefined){
let data2 = data.payment_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern68.test(data2)){
validate73.errors = [{instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/pattern",keyword:"pattern",params:{pattern: "^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^pay_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema84.properties.payment_id,data:data2}];
return false;
}
}
else {
validate73.errors = [{instancePath:instancePath+"/payment_id",schemaPath:"#/properties/payment_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema84.properties.payment_id.type,parentSchema:schema84.properties.payment_id,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkout_id !== undefined){
let data3 = data.checkout_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern23.test(data3)){
validate73.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/pattern",keyword:"pattern",params:{pattern: "^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^checkout_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema84.properties.checkout_id,data:data3}];
return false;
}
}
else {
validate73.errors = [{instancePath:instancePath+"/checkout_id",schemaPath:"#/properties/checkout_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema84.properties.checkout_id.type,parentSchema:schema84.properties.checkout_id,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data4 = data.status;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate73.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema84.properties.status.type,parentSchema:schema84.properties.status,data:data4}];
return false;
}
if(!(((data4 === "pending") || (data4 === "succeeded")) || (data4 === "failed"))){
validate73.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema84.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema84.properties.status.enum,parentSchema:schema84.properties.status,data:data4}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.external_id !== undefined){
let data5 = data.external_id;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func2(data5) > 255){
validate73.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema84.properties.external_id,data:data5}];
return false;
}
else {
if(func2(data5) < 1){
validate73.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema84.properties.external_id,data:data5}];
return false;
}
}
}
else {
validate73.errors = [{instancePath:instancePath+"/external_id",schemaPath:"#/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema84.properties.external_id.type,parentSchema:schema84.properties.external_id,data:data5}];
return false;
}
}
var valid0 = _errs12 === errors;
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
validate73.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema84.type,parentSchema:schema84,data}];
return false;
}
}
validate73.errors = vErrors;
return errors === 0;
}
validate73.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getRefund_path = validate74;
const schema85 = {"type":"object","additionalProperties":false,"properties":{"refundId":{"type":"string","description":"Id of a refund.","pattern":"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","x-error-code":"invalid_refund_id","examples":["refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a"]}},"required":["refundId"]};

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.refundId === undefined) && (missing0 = "refundId")){
validate74.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema85.required,parentSchema:schema85,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "refundId")){
validate74.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema85,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.refundId !== undefined){
let data0 = data.refundId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern80.test(data0)){
validate74.errors = [{instancePath:instancePath+"/refundId",schemaPath:"#/properties/refundId/pattern",keyword:"pattern",params:{pattern: "^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\"",schema:"^refund_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",parentSchema:schema85.properties.refundId,data:data0}];
return false;
}
}
else {
validate74.errors = [{instancePath:instancePath+"/refundId",schemaPath:"#/properties/refundId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.refundId.type,parentSchema:schema85.properties.refundId,data:data0}];
return false;
}
}
}
}
}
}
else {
validate74.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema85.type,parentSchema:schema85,data}];
return false;
}
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const sandboxReversePayment_application_json = validate75;
const schema86 = {"type":"object","description":"How much the bank takes back.","additionalProperties":false,"properties":{"amount_minor":{"type":"integer","format":"int64","description":"An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.","minimum":1,"maximum":99999999999,"examples":[4990]}}};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "amount_minor")){
validate75.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema86,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.amount_minor !== undefined){
let data0 = data.amount_minor;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate75.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema86.properties.amount_minor.type,parentSchema:schema86.properties.amount_minor,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 99999999999 || isNaN(data0)){
validate75.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999999},message:"must be <= 99999999999",schema:99999999999,parentSchema:schema86.properties.amount_minor,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate75.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema86.properties.amount_minor,data:data0}];
return false;
}
else {
if(!(formats4.validate(data0))){
validate75.errors = [{instancePath:instancePath+"/amount_minor",schemaPath:"#/properties/amount_minor/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\"",schema:"int64",parentSchema:schema86.properties.amount_minor,data:data0}];
return false;
}
}
}
}
}
}
}
}
else {
validate75.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema86.type,parentSchema:schema86,data}];
return false;
}
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const advanceClock_application_json = validate76;
const schema87 = {"type":"object","description":"How far to advance.","additionalProperties":false,"required":["seconds"],"properties":{"seconds":{"type":"integer","description":"Seconds to advance, up to ten years.","minimum":1,"maximum":315360000,"examples":[86400]}}};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.seconds === undefined) && (missing0 = "seconds")){
validate76.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema87.required,parentSchema:schema87,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "seconds")){
validate76.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema87,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.seconds !== undefined){
let data0 = data.seconds;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate76.errors = [{instancePath:instancePath+"/seconds",schemaPath:"#/properties/seconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema87.properties.seconds.type,parentSchema:schema87.properties.seconds,data:data0}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 315360000 || isNaN(data0)){
validate76.errors = [{instancePath:instancePath+"/seconds",schemaPath:"#/properties/seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema87.properties.seconds,data:data0}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate76.errors = [{instancePath:instancePath+"/seconds",schemaPath:"#/properties/seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema87.properties.seconds,data:data0}];
return false;
}
}
}
}
}
}
}
}
else {
validate76.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema87.type,parentSchema:schema87,data}];
return false;
}
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getPaymentPage_path = validate77;
const schema88 = {"type":"object","additionalProperties":false,"properties":{"token":{"type":"string","examples":["Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q"]}},"required":["token"]};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.token === undefined) && (missing0 = "token")){
validate77.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema88.required,parentSchema:schema88,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "token")){
validate77.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema88,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.token !== undefined){
let data0 = data.token;
if(typeof data0 !== "string"){
validate77.errors = [{instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema88.properties.token.type,parentSchema:schema88.properties.token,data:data0}];
return false;
}
}
}
}
}
else {
validate77.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema88.type,parentSchema:schema88,data}];
return false;
}
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const getPaymentPage_query = validate78;
const schema89 = {"type":"object","additionalProperties":true,"properties":{"lang":{"type":"string","maxLength":35,"examples":["pt-BR"]},"declined":{"type":"string","maxLength":1,"examples":["1"]},"stay":{"type":"string","maxLength":1,"examples":["1"]}},"required":[]};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate78.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.lang !== undefined){
let data0 = data.lang;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 35){
validate78.errors = [{instancePath:instancePath+"/lang",schemaPath:"#/properties/lang/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters",schema:35,parentSchema:schema89.properties.lang,data:data0}];
return false;
}
}
else {
validate78.errors = [{instancePath:instancePath+"/lang",schemaPath:"#/properties/lang/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema89.properties.lang.type,parentSchema:schema89.properties.lang,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.declined !== undefined){
let data1 = data.declined;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 1){
validate78.errors = [{instancePath:instancePath+"/declined",schemaPath:"#/properties/declined/maxLength",keyword:"maxLength",params:{limit: 1},message:"must NOT have more than 1 characters",schema:1,parentSchema:schema89.properties.declined,data:data1}];
return false;
}
}
else {
validate78.errors = [{instancePath:instancePath+"/declined",schemaPath:"#/properties/declined/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema89.properties.declined.type,parentSchema:schema89.properties.declined,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stay !== undefined){
let data2 = data.stay;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 1){
validate78.errors = [{instancePath:instancePath+"/stay",schemaPath:"#/properties/stay/maxLength",keyword:"maxLength",params:{limit: 1},message:"must NOT have more than 1 characters",schema:1,parentSchema:schema89.properties.stay,data:data2}];
return false;
}
}
else {
validate78.errors = [{instancePath:instancePath+"/stay",schemaPath:"#/properties/stay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema89.properties.stay.type,parentSchema:schema89.properties.stay,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate78.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema89.type,parentSchema:schema89,data}];
return false;
}
}
validate78.errors = vErrors;
return errors === 0;
}
validate78.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const actOnPaymentPage_query = validate79;
const schema90 = {"type":"object","additionalProperties":true,"properties":{"lang":{"type":"string","maxLength":35,"examples":["pt-BR"]}},"required":[]};

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.lang !== undefined){
let data0 = data.lang;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 35){
validate79.errors = [{instancePath:instancePath+"/lang",schemaPath:"#/properties/lang/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters",schema:35,parentSchema:schema90.properties.lang,data:data0}];
return false;
}
}
else {
validate79.errors = [{instancePath:instancePath+"/lang",schemaPath:"#/properties/lang/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema90.properties.lang.type,parentSchema:schema90.properties.lang,data:data0}];
return false;
}
}
}
}
else {
validate79.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema90.type,parentSchema:schema90,data}];
return false;
}
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const actOnPaymentPage_application_x_www_form_urlencoded = validate80;
const schema91 = {"type":"object","description":"The button that was pressed.","additionalProperties":false,"required":["action"],"properties":{"action":{"type":"string","description":"`pay` and `decline` play the buyer and the bank; `expire` has the session past its end, and so does `advance`, as the button was called before.","enum":["pay","decline","expire","advance"],"examples":["pay"]}}};

function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate80.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.action === undefined) && (missing0 = "action")){
validate80.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema91.required,parentSchema:schema91,data}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "action")){
validate80.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema91,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.action !== undefined){
let data0 = data.action;
if(typeof data0 !== "string"){
validate80.errors = [{instancePath:instancePath+"/action",schemaPath:"#/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema91.properties.action.type,parentSchema:schema91.properties.action,data:data0}];
return false;
}
if(!((((data0 === "pay") || (data0 === "decline")) || (data0 === "expire")) || (data0 === "advance"))){
validate80.errors = [{instancePath:instancePath+"/action",schemaPath:"#/properties/action/enum",keyword:"enum",params:{allowedValues: schema91.properties.action.enum},message:"must be equal to one of the allowed values",schema:schema91.properties.action.enum,parentSchema:schema91.properties.action,data:data0}];
return false;
}
}
}
}
}
else {
validate80.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema91.type,parentSchema:schema91,data}];
return false;
}
}
validate80.errors = vErrors;
return errors === 0;
}
validate80.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const openPaymentLink_application_x_www_form_urlencoded = validate81;
const schema92 = {"type":"object","description":"What the buyer typed. A link has those of the fields that it asks for; what is typed into others is ignored.","additionalProperties":false,"properties":{"amount":{"type":"string","description":"The amount of a `custom_amount`, as people write it: `49,90`, `1.234,50`, `R$ 49,90`.","maxLength":1024,"examples":["49,90"]},"quantity":{"type":"string","description":"How many of each product.","maxLength":1024,"examples":["2"]},"name":{"type":"string","description":"Full name or company name.","maxLength":1024,"examples":["Ana Souza"]},"email":{"type":"string","description":"E-mail in ASCII.","maxLength":1024,"examples":["ana@example.com"]},"tax_id":{"type":"string","description":"CPF or CNPJ, however it is punctuated.","maxLength":1024,"examples":["529.982.247-25"]},"phone":{"type":"string","description":"Phone number.","maxLength":1024,"examples":["+5511999998888"]}}};

function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "amount") || (key0 === "quantity")) || (key0 === "name")) || (key0 === "email")) || (key0 === "tax_id")) || (key0 === "phone"))){
validate81.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema92,data}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.amount !== undefined){
let data0 = data.amount;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func2(data0) > 1024){
validate81.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.amount,data:data0}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.amount.type,parentSchema:schema92.properties.amount,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.quantity !== undefined){
let data1 = data.quantity;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func2(data1) > 1024){
validate81.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.quantity,data:data1}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.quantity.type,parentSchema:schema92.properties.quantity,data:data1}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data2 = data.name;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func2(data2) > 1024){
validate81.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.name,data:data2}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.name.type,parentSchema:schema92.properties.name,data:data2}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.email !== undefined){
let data3 = data.email;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func2(data3) > 1024){
validate81.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.email,data:data3}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.email.type,parentSchema:schema92.properties.email,data:data3}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tax_id !== undefined){
let data4 = data.tax_id;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(func2(data4) > 1024){
validate81.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.tax_id,data:data4}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.tax_id.type,parentSchema:schema92.properties.tax_id,data:data4}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phone !== undefined){
let data5 = data.phone;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func2(data5) > 1024){
validate81.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema92.properties.phone,data:data5}];
return false;
}
}
else {
validate81.errors = [{instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema92.properties.phone.type,parentSchema:schema92.properties.phone,data:data5}];
return false;
}
}
var valid0 = _errs12 === errors;
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
validate81.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema92.type,parentSchema:schema92,data}];
return false;
}
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const receivePixCallback_application_json = validate82;
const schema93 = {"type":"object","description":"A callback of the Central Bank's Pix API. It is the bank's message, so fields that are not listed are accepted.","additionalProperties":true,"properties":{"pix":{"type":"array","description":"The transfers that it announces. Missing when a bank only tries the address.","maxItems":1000,"items":{}}}};

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pix !== undefined){
let data0 = data.pix;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 1000){
validate82.errors = [{instancePath:instancePath+"/pix",schemaPath:"#/properties/pix/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema93.properties.pix,data:data0}];
return false;
}
}
else {
validate82.errors = [{instancePath:instancePath+"/pix",schemaPath:"#/properties/pix/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema93.properties.pix.type,parentSchema:schema93.properties.pix,data:data0}];
return false;
}
}
}
}
else {
validate82.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema93.type,parentSchema:schema93,data}];
return false;
}
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const receivePixCallbackAtRoot_application_json = validate83;
const schema94 = {"type":"object","description":"A callback in the form of whichever bank or provider sends it. Read are `pix[].txid`, `charge.correlationID`, `endToEndId` in `pix`, `dispute` and `originalTransaction`, and `data.id`, where they have the form of such an id; all else is passed over.","additionalProperties":true};

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
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
validate83.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema94.type,parentSchema:schema94,data}];
return false;
}
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

return {
  issueToken: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/x-www-form-urlencoded': issueToken_application_x_www_form_urlencoded,
  },
  getAuthorizationServerMetadata: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getJwks: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getWebhookJwks: {
    'path': getWebhookJwks_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getHealth: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getAccount: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  getBankConnection: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  connectBank: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': connectBank_application_json,
  },
  disconnectBank: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  testBankConnection: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listBankProfiles: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  listCustomers: {
    'path': issueToken_path,
    'query': listCustomers_query,
    'header': issueToken_path,
  },
  createCustomer: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createCustomer_application_json,
  },
  getCustomer: {
    'path': getCustomer_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updateCustomer: {
    'path': getCustomer_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateCustomer_application_json,
  },
  eraseCustomer: {
    'path': getCustomer_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listProducts: {
    'path': issueToken_path,
    'query': listProducts_query,
    'header': issueToken_path,
  },
  createProduct: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createProduct_application_json,
  },
  getProduct: {
    'path': getProduct_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updateProduct: {
    'path': getProduct_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateProduct_application_json,
  },
  listOffers: {
    'path': getProduct_path,
    'query': listOffers_query,
    'header': issueToken_path,
  },
  createOffer: {
    'path': getProduct_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createOffer_application_json,
  },
  getOffer: {
    'path': getOffer_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updateOffer: {
    'path': getOffer_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateOffer_application_json,
  },
  archiveOffer: {
    'path': getOffer_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listCheckouts: {
    'path': issueToken_path,
    'query': listCheckouts_query,
    'header': issueToken_path,
  },
  createCheckout: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createCheckout_application_json,
  },
  getCheckout: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  getCheckoutPage: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  getCheckoutPix: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  createCartCheckout: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createCartCheckout_application_json,
  },
  listPaymentLinks: {
    'path': issueToken_path,
    'query': listPaymentLinks_query,
    'header': issueToken_path,
  },
  createPaymentLink: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createPaymentLink_application_json,
  },
  getPaymentLink: {
    'path': getPaymentLink_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updatePaymentLink: {
    'path': getPaymentLink_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updatePaymentLink_application_json,
  },
  cancelCheckout: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listApiClients: {
    'path': issueToken_path,
    'query': listApiClients_query,
    'header': issueToken_path,
  },
  createApiClient: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createApiClient_application_json,
  },
  getApiClient: {
    'path': getApiClient_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updateApiClient: {
    'path': getApiClient_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateApiClient_application_json,
  },
  rotateApiClientSecret: {
    'path': getApiClient_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': rotateApiClientSecret_application_json,
  },
  revokeApiClient: {
    'path': getApiClient_path,
    'query': revokeApiClient_query,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listUsers: {
    'path': issueToken_path,
    'query': listUsers_query,
    'header': issueToken_path,
  },
  inviteUser: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': inviteUser_application_json,
  },
  getUser: {
    'path': getUser_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  removeUser: {
    'path': getUser_path,
    'query': revokeApiClient_query,
    'header': issueToken_path,
  },
  updateUser: {
    'path': getUser_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateUser_application_json,
  },
  deleteUserPasskey: {
    'path': deleteUserPasskey_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  endUserSessions: {
    'path': getUser_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listAccess: {
    'path': issueToken_path,
    'query': listAccess_query,
    'header': issueToken_path,
  },
  listWebhookEndpoints: {
    'path': issueToken_path,
    'query': listWebhookEndpoints_query,
    'header': issueToken_path,
  },
  createWebhookEndpoint: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createWebhookEndpoint_application_json,
  },
  getWebhookEndpoint: {
    'path': getWebhookEndpoint_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  deleteWebhookEndpoint: {
    'path': getWebhookEndpoint_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  updateWebhookEndpoint: {
    'path': getWebhookEndpoint_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': updateWebhookEndpoint_application_json,
  },
  rotateWebhookEndpointSecret: {
    'path': getWebhookEndpoint_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': testBankConnection_application_json,
  },
  listWebhookDeliveries: {
    'path': issueToken_path,
    'query': listWebhookDeliveries_query,
    'header': issueToken_path,
  },
  listAuditEvents: {
    'path': issueToken_path,
    'query': listAuditEvents_query,
    'header': issueToken_path,
  },
  listEvents: {
    'path': issueToken_path,
    'query': listEvents_query,
    'header': issueToken_path,
  },
  getEvent: {
    'path': getEvent_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  listPayments: {
    'path': issueToken_path,
    'query': listPayments_query,
    'header': issueToken_path,
  },
  getPayment: {
    'path': getPayment_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  createRefund: {
    'path': getPayment_path,
    'query': issueToken_path,
    'header': testBankConnection_header,
    'application/json': createRefund_application_json,
  },
  listDailyTotals: {
    'path': issueToken_path,
    'query': listDailyTotals_query,
    'header': issueToken_path,
  },
  listStatementEntries: {
    'path': issueToken_path,
    'query': listStatementEntries_query,
    'header': issueToken_path,
  },
  exportStatementEntries: {
    'path': issueToken_path,
    'query': exportStatementEntries_query,
    'header': issueToken_path,
  },
  listRefunds: {
    'path': issueToken_path,
    'query': listRefunds_query,
    'header': issueToken_path,
  },
  getRefund: {
    'path': getRefund_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  sandboxPayCheckout: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': testBankConnection_application_json,
  },
  sandboxDeclineCheckout: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': testBankConnection_application_json,
  },
  sandboxExpireCheckout: {
    'path': getCheckout_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': testBankConnection_application_json,
  },
  sandboxReversePayment: {
    'path': getPayment_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': sandboxReversePayment_application_json,
  },
  getClock: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
  },
  advanceClock: {
    'path': issueToken_path,
    'query': issueToken_path,
    'header': issueToken_path,
    'application/json': advanceClock_application_json,
  },
  getPaymentPage: {
    'path': getPaymentPage_path,
    'query': getPaymentPage_query,
    'header': issueToken_path,
  },
  actOnPaymentPage: {
    'path': getPaymentPage_path,
    'query': actOnPaymentPage_query,
    'header': issueToken_path,
    'application/x-www-form-urlencoded': actOnPaymentPage_application_x_www_form_urlencoded,
  },
  getPaymentStatus: {
    'path': getPaymentPage_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  streamPaymentStatus: {
    'path': getPaymentPage_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getPaymentLinkPage: {
    'path': getPaymentPage_path,
    'query': actOnPaymentPage_query,
    'header': issueToken_path,
  },
  openPaymentLink: {
    'path': getPaymentPage_path,
    'query': actOnPaymentPage_query,
    'header': issueToken_path,
    'application/x-www-form-urlencoded': openPaymentLink_application_x_www_form_urlencoded,
  },
  receivePixCallback: {
    'path': getWebhookJwks_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
    'application/json': receivePixCallback_application_json,
  },
  receivePixCallbackAtRoot: {
    'path': getWebhookJwks_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
    'application/json': receivePixCallbackAtRoot_application_json,
  },
  getDocs: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getContractJson: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getContractYaml: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
  getMetrics: {
    'path': issueToken_path,
    'query': getAuthorizationServerMetadata_query,
    'header': issueToken_path,
  },
}
}
