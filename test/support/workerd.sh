#!/bin/sh
# Runs workerd and redirects its output to the log of the run.
exec "$WORKERD" "$@" >>"$WORKERD_LOG" 2>&1
