{{- define "balcao.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "balcao.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "balcao.labels" -}}
{{ include "balcao.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "balcao.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What the service and its migration share: no privileges, and nothing to write to but these. */}}
{{- define "balcao.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  # The user "node" of the image.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  # The log of commands, which ends with the pod.
  - name: data
    emptyDir: { sizeLimit: 64Mi }
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "balcao.container" -}}
image: {{ include "balcao.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
resources: {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /srv/balcao/data }
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The names by which others in the cluster call a service. */}}
{{- define "balcao.hosts" -}}
{{- $name := index . 0 }}{{ $namespace := index . 1 -}}
{{ $name }},{{ $name }}.{{ $namespace }},{{ $name }}.{{ $namespace }}.svc,{{ $name }}.{{ $namespace }}.svc.cluster.local
{{- end -}}

{{- define "balcao.environment" -}}
- { name: MODE, value: {{ .Values.mode | quote }} }
- { name: BASE_URL, value: {{ required "baseUrl: the public https address is required" .Values.baseUrl | quote }} }
{{- with .Values.trustedProxies }}
- { name: TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- $name := include "balcao.name" . }}
{{- $hosts := concat .Values.allowedHosts (splitList "," (include "balcao.hosts" (list $name .Release.Namespace))) }}
- { name: ALLOWED_HOSTS, value: {{ join "," $hosts | quote }} }
- name: METRICS_HOSTS
  value: {{ include "balcao.hosts" (list (printf "%s-metrics" $name) .Release.Namespace) | quote }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
- name: SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: SECRET_KEY } }
- name: SECRET_KEY_PREVIOUS
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: SECRET_KEY_PREVIOUS, optional: true } }
- name: SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: SMTP_URL, optional: true } }
{{- end -}}
