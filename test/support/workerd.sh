#!/bin/sh
# Stands in for workerd, and sends all that it writes to the log of the run.
exec "$WORKERD" "$@" >>"$WORKERD_LOG" 2>&1
