{{/* Parts of the pods of the server and of a restore. */}}
{{- define "coverdesk.env" -}}
- name: DEMO
  value: 'off'
- name: PUBLIC_URL
  value: {{ printf "https://%s" .Values.host | quote }}
- name: TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
- name: SERVER_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- if .Values.backupClaim }}
- name: BACKUP_DIR
  value: /backups
{{- end }}
{{- range .Values.secretSettings }}
- name: {{ printf "%s_FILE" . }}
  value: {{ printf "/run/secrets/coverdesk/%s" . }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "coverdesk.mounts" -}}
- name: secrets
  mountPath: /run/secrets/coverdesk
  readOnly: true
- name: data
  mountPath: /var/lib/coverdesk
- name: temporary
  mountPath: /tmp
{{- if .Values.backupClaim }}
- name: backups
  mountPath: /backups
{{- end }}
{{- if .Values.databaseAuthority }}
- name: database-authority
  mountPath: /etc/coverdesk/database
  readOnly: true
{{- end }}
{{- end }}

{{- define "coverdesk.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secretName }}
    defaultMode: 0440
# Lost with the pod: its anchors of the audit record, which docs/deploy/kubernetes.md replaces. All else is in the database, backups are in the claim or the bucket.
- name: data
  emptyDir: {}
- name: temporary
  emptyDir: {}
{{- if .Values.backupClaim }}
- name: backups
  persistentVolumeClaim:
    claimName: {{ .Values.backupClaim }}
{{- end }}
{{- if .Values.databaseAuthority }}
- name: database-authority
  configMap:
    name: {{ .Values.databaseAuthority }}
{{- end }}
{{- end }}

{{- define "coverdesk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "coverdesk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
